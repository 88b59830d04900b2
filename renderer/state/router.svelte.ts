import { isPageAddress, matchRoute, queryValue, withQueryValues, type Route } from './routes.ts';

export interface Router {
  readonly route: Route;
  /** Fragment of the address without `#`, for example the section to show first. */
  readonly fragment: string;
  /** What the address asks for behind `?`, by name; a page reads its filters here when it opens. */
  readonly query: (name: string) => string | null;
  /** Puts filters into the address of the page that is shown, without a step in the history. */
  readonly setQuery: (values: Readonly<Record<string, string | null>>) => void;
  readonly navigate: (address: string) => void;
  /** Listens to links and the history; returns what undoes it. */
  readonly start: () => () => void;
}

function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return !event.defaultPrevented && event.button === 0 && !hasModifier;
}

/** The address that a click on a link asks this page to show; null when the click is the browser's business. */
function addressOfClick(event: MouseEvent): string | null {
  if (!isPlainClick(event)) return null;
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  if (anchor === null || anchor.hasAttribute('download') || anchor.target !== '') return null;
  const url = new URL(anchor.href, location.href);
  const isOnlyFragment = anchor.getAttribute('href')?.startsWith('#') === true;
  if (url.origin !== location.origin || isOnlyFragment || !isPageAddress(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Shows pages by the History API; the host answers every page address with the same index.html. */
export function createRouter(): Router {
  let route = $state.raw<Route>(matchRoute(location.pathname));
  let fragment = $state(location.hash.slice(1));

  function readLocation(): void {
    route = matchRoute(location.pathname);
    fragment = location.hash.slice(1);
  }

  function navigate(address: string): void {
    history.pushState(null, '', address);
    readLocation();
    scrollTo(0, 0);
  }

  function onClick(event: MouseEvent): void {
    const address = addressOfClick(event);
    if (address === null) return;
    event.preventDefault();
    navigate(address);
  }

  return {
    get route() {
      return route;
    },
    get fragment() {
      return fragment;
    },
    navigate,
    query: (name) => queryValue(location.search, name),
    setQuery: (values) => {
      const search = withQueryValues(location.search, values);
      history.replaceState(null, '', `${location.pathname}${search}${location.hash}`);
    },
    start: () => {
      addEventListener('popstate', readLocation);
      addEventListener('click', onClick);
      return () => {
        removeEventListener('popstate', readLocation);
        removeEventListener('click', onClick);
      };
    },
  };
}
