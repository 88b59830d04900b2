/** A piece of a report that stands on paper. */
export interface Block {
  readonly kind: 'title' | 'heading' | 'text' | 'item' | 'fact' | 'small';
  /** Of a fact: what it is called. */
  readonly label: string;
  readonly text: string;
}

const KINDS: Readonly<Record<string, Block['kind']>> = {
  H1: 'title',
  H2: 'heading',
  LI: 'item',
  TR: 'fact',
  P: 'text',
};

/** The pieces of a report as the page has it for print, in their order. */
export function blocksOf(paper: Element): readonly Block[] {
  return [...paper.querySelectorAll('h1, h2, p, li, tr')].map((element) => {
    const kind = KINDS[element.tagName] ?? 'text';
    if (kind !== 'fact') {
      const isSmall = element.classList.contains('limits');
      return { kind: isSmall ? 'small' : kind, label: '', text: wordsOf(element) };
    }
    const [label, value] = [element.querySelector('th'), element.querySelector('td')];
    return { kind, label: wordsOf(label), text: wordsOf(value) };
  });
}

function wordsOf(element: Element | null): string {
  return (element?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
}
