/** What a keyboard can reach. */
const REACHABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';

/** The element and all around it, from the inside to the outside. */
function chainOf(element: Element): readonly Element[] {
  const chain: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) chain.push(one);
  return chain;
}

function isShown(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0;
}

/** The next best place: the first thing that can be reached around where the focus was, else the heading. */
function nextPlace(chain: readonly Element[], root: HTMLElement): HTMLElement | null {
  for (const place of chain) {
    if (!place.isConnected || !root.contains(place) || place === root) continue;
    const reachable = [...place.querySelectorAll<HTMLElement>(REACHABLE)].find(isShown);
    if (reachable !== undefined) return reachable;
  }
  return root.querySelector<HTMLElement>('h1') ?? root;
}

/**
 * Gives the focus a new place near the old one when what had it disappears or is switched off: on the body a keyboard
 * would begin at the top again, and a screen reader would fall silent. Returns what ends it.
 */
export function keepFocus(root: HTMLElement): () => void {
  let chain: readonly Element[] = [];
  const remember = (event: FocusEvent): void => {
    if (event.target instanceof Element) chain = chainOf(event.target);
  };
  const repair = (): void => {
    const [last] = chain;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isLost || !(last instanceof HTMLElement)) return;
    // Somebody who clicked on nothing has left by choice: what had the focus is still there and can be used.
    if (isShown(last) && !last.matches(':disabled')) return;
    nextPlace(chain, root)?.focus();
  };
  const observer = new MutationObserver(() => requestAnimationFrame(repair));
  root.addEventListener('focusin', remember);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden'] });
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', remember);
  };
}
