import type { SignatureView } from '../../service/contract/http/signatures.ts';

/** What a command line needs to know of a request. */
type Signed = Pick<
  SignatureView,
  | 'originalFileName'
  | 'format'
  | 'profile'
  | 'signingProvider'
  | 'packaging'
  | 'operation'
  | 'targetSignature'
  | 'containerSignature'
  | 'certificateThumbprint'
  | 'visibleSignature'
  | 'signatureNote'
  | 'appearancePageNumber'
  | 'signatureField'
  | 'certification'
  | 'signatureRect'
  | 'signatureAnchor'
  | 'stampTemplate'
  | 'hasAppearanceImage'
>;

/** Stands for the stamp's picture, of which the station does not keep the name: whoever signs again puts in that of the file. */
const PICTURE = 'PICTURE';

/**
 * The command that asks for the same signature (docs/command-line.md), written for a POSIX shell, where the command line is
 * called so.
 */
export function signCommand(commandLine: string, view: Signed): string {
  const hasOwnPlace = view.signatureField !== null || view.signatureRect !== null || view.signatureAnchor !== null;
  const stamp = view.visibleSignature && !hasOwnPlace ? String(view.appearancePageNumber) : null;
  const options: [string, string | null][] = [
    ['format', view.format],
    ['profile', view.profile],
    ['signing-provider', view.signingProvider],
    ['packaging', view.packaging],
    ['operation', view.operation === 'sign' ? null : view.operation],
    ['target-signature', view.targetSignature],
    ['container-signature', view.containerSignature],
    ['certificate-thumbprint', view.certificateThumbprint],
    ['signature-note', view.signatureNote],
    ['signature-page', stamp],
    ['signature-field', view.signatureField],
    ['certification', view.certification],
    ['signature-rect', view.signatureRect],
    ['signature-anchor', view.signatureAnchor],
    ['stamp-template', view.stampTemplate],
    ['signature-image', view.hasAppearanceImage ? PICTURE : null],
  ];
  const written = options.flatMap(([name, value]) => (value === null ? [] : [`--${name}=${quoted(value)}`]));
  const flag = view.visibleSignature ? ['--visible-signature'] : [];
  // What begins with a hyphen would be an option, in whatever quotes.
  const file = view.originalFileName.startsWith('-') ? `./${view.originalFileName}` : view.originalFileName;
  return [commandLine, 'sign', quoted(file), ...written, ...flag].join(' ');
}

function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
