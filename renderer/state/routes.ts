/** The pages of the user interface and what their address carries. */
export type Route =
  | {
      readonly page:
        'sign' | 'review' | 'dashboard' | 'documents' | 'verify' | 'certificates' | 'providers' | 'stations';
    }
  | { readonly page: 'begin' | 'evidence' | 'jobs' | 'audit' | 'settings' | 'not-found' }
  | { readonly page: 'signature' | 'batch' | 'diagnosis'; readonly id: string };

export type PageName = Route['page'];

const PAGES: Readonly<Record<string, Exclude<PageName, 'signature' | 'batch' | 'diagnosis'>>> = {
  '/': 'sign',
  '/sign': 'sign',
  '/start': 'begin',
  '/review': 'review',
  '/dashboard': 'dashboard',
  '/signatures': 'documents',
  '/verification': 'verify',
  '/verify': 'verify',
  '/certificates': 'certificates',
  '/providers': 'providers',
  '/stations': 'stations',
  '/evidence': 'evidence',
  '/jobs': 'jobs',
  '/audit': 'audit',
  '/settings': 'settings',
};

const PAGES_OF_ONE = [
  [/^\/signatures\/([^/]+)$/, 'signature'],
  [/^\/batches\/([^/]+)$/, 'batch'],
  [/^\/providers\/([^/]+)\/diagnosis$/, 'diagnosis'],
] as const;

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The page of a path (without query and fragment); a trailing slash does not matter. */
export function matchRoute(path: string): Route {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  const page = Object.hasOwn(PAGES, clean) ? PAGES[clean] : undefined;
  if (page !== undefined) return { page };
  for (const [pattern, of] of PAGES_OF_ONE) {
    const id = decodeSegment(pattern.exec(clean)?.[1] ?? '');
    if (id !== null && id !== '') return { page: of, id };
  }
  return { page: 'not-found' };
}

/** Where the token doctor tells of one provider. */
export function diagnosisAddress(providerId: string): string {
  return `/providers/${encodeURIComponent(providerId)}/diagnosis`;
}

/** True for addresses that the page shows itself; false for the API and the health endpoints. */
export function isPageAddress(path: string): boolean {
  return !/^\/(api|health|openapi|metrics)(\/|$)/.test(path);
}

/** One value of the part of an address behind `?`; null when it is not there. */
export function queryValue(search: string, name: string): string | null {
  return new URLSearchParams(search).get(name);
}

/** That part with other values, with its `?`; null and empty ones are left out. */
export function withQueryValues(search: string, values: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
