import type { XmlElement } from './xml-document.ts';

/** Where in the text an element ends. */
export interface ElementEnd {
  /** The `<` of its end tag, or the `/` of `/>`: an offset into the UTF-8 that was parsed. */
  readonly offset: number;
  readonly isEmptyTag: boolean;
}

const SLASH = 0x2f;

/** Where an element of an open document ends in its text. */
export function endOfElement({ tree: { nodes }, node }: XmlElement): ElementEnd {
  const offset = nodes.to(node);
  return { offset, isEmptyTag: nodes.bytes[offset] === SLASH };
}
