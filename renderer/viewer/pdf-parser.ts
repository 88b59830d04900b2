import parserAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The one script address that this page hands to the browser as text: that of the build. */
const policy = trustedTypes?.createPolicy('station-viewer', { createScriptURL: () => parserAddress });

/** A parser that waits for its document and has seen none. */
let spare: Worker | null = null;

/**
 * A parser for one document. It is a process of its own, which runs no script of the document, compiles no code and has no
 * network; who takes it ends it with the document, so that no document meets what another one left behind.
 */
export function takeParser(): Worker {
  const parser = spare ?? startParser();
  spare = null;
  return parser;
}

/** Lets a parser start before there is a document for it: to read its script takes longer than a long document does. */
export function prepareParser(): void {
  if (spare !== null) return;
  const parser = startParser();
  // One whose script did not come is no help: the next document starts its own and says what is wrong.
  parser.onerror = () => {
    if (spare === parser) spare = null;
  };
  spare = parser;
}

function startParser(): Worker {
  return new Worker(policy?.createScriptURL(parserAddress) ?? parserAddress, { type: 'module' });
}
