/** A piece of a report that stands on paper. */
export interface Block {
  readonly kind: 'title' | 'heading' | 'text' | 'item' | 'fact' | 'small';
  /** Of a fact: what it is called. */
  readonly label: string;
  readonly text: string;
}

/** Makes pieces; blanks of any kind and length are one. */
export const block = (kind: Block['kind'], text: string): Block => ({ kind, label: '', text: plain(text) });
export const fact = (label: string, text: string): Block => ({ kind: 'fact', label: plain(label), text: plain(text) });

function plain(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
