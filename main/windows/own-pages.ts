import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Scheme of the pages that come with the program and not from the station: nothing of them is reached over HTTP. */
export const OWN_SCHEME = 'station-window';

/** The pages there are, each in a window and a folder of its own. */
export type OwnPage = 'pin' | 'fault';

export const addressOf = (page: OwnPage): string => `${OWN_SCHEME}://${page}/`;

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
/** All files that a page has, by the path in the address. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', SCRIPT],
  '/page.css': ['page.css', STYLE],
  '/tokens.css': ['tokens.css', STYLE],
  '/base.css': ['base.css', STYLE],
  '/controls.css': ['controls.css', STYLE],
};
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Answers a request of the window of `page` for one of its files in `folder`; anything else is not there. */
export function answerOwnPage(
  page: OwnPage,
  folder: string,
  { url, method }: { readonly url: string; readonly method: string },
): Response {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isOurs = address?.protocol === `${OWN_SCHEME}:` && address.host === page && address.search === '';
  const found =
    isOurs && method === 'GET' && Object.hasOwn(FILES, address.pathname) ? FILES[address.pathname] : undefined;
  if (found === undefined) return new Response(null, { status: 404 });
  const [file, type] = found;
  return new Response(readFileSync(path.join(folder, file)), {
    headers: {
      'content-type': type,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}
