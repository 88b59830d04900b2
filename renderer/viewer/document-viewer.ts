import { prepareParser } from './pdf-parser.ts';

/** Makes what looking at a document of this name needs ready. The name is a hint: the bytes decide how it is shown. */
export function prepareFor(name: string): void {
  if (/\.pdf$/i.test(name)) prepareParser();
}

export { default as DocumentDialog } from './DocumentDialog.svelte';
export { letGo, readDocument } from './shown-document.ts';
