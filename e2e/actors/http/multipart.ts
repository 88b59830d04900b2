/** A part of a multipart form as it goes over the wire; nothing is checked or escaped, tests send what is wrong too. */
export interface FormPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly fileName?: string;
  /** Takes the place of the whole Content-Disposition value. */
  readonly disposition?: string;
  readonly contentType?: string;
}

export const BOUNDARY = 'station-test-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The bytes of a form of RFC 7578 with `BOUNDARY`. */
export function multipart(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${BOUNDARY}\r\n${headOf(part)}\r\n\r\n`),
    Buffer.from(part.content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function headOf({ name, fileName, disposition, contentType }: FormPart): string {
  const named = fileName === undefined ? '' : `; filename="${fileName}"`;
  const head = `Content-Disposition: ${disposition ?? `form-data; name="${name}"${named}`}`;
  if (contentType !== undefined) return `${head}\r\nContent-Type: ${contentType}`;
  return fileName === undefined ? head : `${head}\r\nContent-Type: application/octet-stream`;
}

/** Fields and one file as a PAdES-B create request sends them; `undefined` leaves a field out. */
export function createParts(
  document: string | Uint8Array,
  fields: Readonly<Record<string, string | undefined>> = {},
  fileName = 'document.pdf',
): FormPart[] {
  const all: Record<string, string | undefined> = { format: 'PAdES', profile: 'B', signingProvider: 'Pfx', ...fields };
  const texts = Object.entries(all).flatMap(([name, content]) => (content === undefined ? [] : [{ name, content }]));
  return [...texts, { name: 'file', content: document, fileName }];
}
