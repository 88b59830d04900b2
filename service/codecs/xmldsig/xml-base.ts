/**
 * Joins xml:base values from the outermost to the innermost (Canonical XML 1.1 clause 2.4: RFC 3986 clause 5.2 with a
 * base that may be relative itself; leading `..` segments are kept, and a last `..` gets its slash). Strings of bytes
 * as Latin-1 in and out.
 */
export function joinXmlBase(values: readonly string[]): string {
  return values.reduce(joinTwo, '');
}

interface UriParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

function joinTwo(base: string, reference: string): string {
  const above = split(base.endsWith('..') ? `${base}/` : base);
  const below = split(reference);
  if (below.scheme !== '') return unite({ ...below, path: removeDots(below.path) });
  if (below.authority !== '') return unite({ ...below, scheme: above.scheme, path: removeDots(below.path) });
  if (below.path === '') return unite({ ...above, path: removeDots(above.path), query: below.query || above.query });
  const path = below.path.startsWith('/') ? below.path : merge(above, below.path);
  return unite({ ...above, path: removeDots(path), query: below.query });
}

/** RFC 3986 appendix B; the fragment is no part of a base. */
function split(uri: string): UriParts {
  const match = /^([^:/?#]+:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/.exec(uri);
  const [, scheme = '', authority = '', path = '', query = ''] = match ?? [];
  return { scheme, authority, path, query };
}

function unite({ scheme, authority, path, query }: UriParts): string {
  return scheme + authority + path + query;
}

function merge(above: UriParts, path: string): string {
  if (above.authority !== '' && above.path === '') return `/${path}`;
  return above.path.slice(0, above.path.lastIndexOf('/') + 1) + path;
}

function removeDots(path: string): string {
  const isAbsolute = path.startsWith('/');
  const segments = path.split('/').filter((segment, index, all) => segment !== '' || index === all.length - 1);
  const kept: string[] = [];
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    const goesUp = segment === '..' && kept.length > 0 && kept.at(-1) !== '..';
    if (goesUp) kept.pop();
    else if (segment === '..' ? !isAbsolute : segment !== '.') kept.push(segment);
    if (isLast && (segment === '..' || segment === '.') && kept.length > 0) kept.push('');
  });
  return (isAbsolute ? '/' : '') + kept.join('/');
}
