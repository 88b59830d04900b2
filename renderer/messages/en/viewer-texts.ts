import { count } from './count.ts';

const times = (number: number): string => (number === 1 ? '' : ` (${String(number)} times)`);

/** Words of looking at a document. */
export const viewerTexts = {
  view: 'View',
  viewInput: 'View as sent',
  viewOutput: 'View signed',
  viewOf: (label: string, name: string): string => `${label}: ${name}`,
  close: 'Close the document',
  pages: 'Pages',
  page: 'Page',
  previous: 'Previous page',
  next: 'Next page',
  of: (number: number): string => (number === 0 ? 'opening' : `of ${String(number)}`),
  smaller: 'Smaller',
  larger: 'Larger',
  keys: (name: string): string => `${name}. Page Up and Page Down turn the pages, plus and minus change the size.`,
  pageText: (page: number): string => `Text of page ${String(page)}:`,
  picture: (name: string): string => `The picture ${name}`,
  contents: 'Files in this container',
  nothing: 'A file of this kind is not shown here. Its name and SHA-256 are what can be compared.',
  cut: 'The text is longer than what is shown here.',
  size: 'Size',
  hash: 'SHA-256 of what is shown',
  noHash: 'not available: this browser computes it only for pages of this machine or over TLS',
  otherBytes:
    'This is not the document that the station recorded: its SHA-256 differs. It is not shown, and it must not be signed.',
  faults: {
    password: 'The PDF opens with a password only, so it is not shown here.',
    damaged: 'The PDF is damaged and cannot be shown here.',
  },
  inspecting: 'The station looks for what a page does not show …',
  notInspected: 'The station could not look into this document.',
  nothingFound: 'No signatures, scripts, hidden layers or embedded files found.',
  signedBy: (name: string, verdict: string): string => `Already signed by ${name}. ${verdict}.`,
  warnings: {
    JavaScript: (number: number): string =>
      `It carries scripts${times(number)}: other programs may show something else than what you see here.`,
    Launch: (number: number): string => `It can start programs${times(number)}.`,
    XFA: () => 'It carries a second form (XFA) that other programs may show instead of these pages.',
    HiddenLayers: (number: number): string =>
      `${count(number, 'layer is', 'layers are')} hidden and can be made visible later.`,
    UnusedObjects: (number: number): string =>
      `It holds ${count(number, 'object', 'objects')} that no page shows now, pages or content among them.`,
    EmbeddedFiles: (number: number): string =>
      `It holds ${count(number, 'file', 'files')} that you do not see here but would sign as well.`,
    OverlappingFields: (number: number): string =>
      `${count(number, 'form field lies', 'form fields lie')} over another one and may hide what it says.`,
    NotExamined: () => 'Not all of it could be examined.',
  },
} as const;
