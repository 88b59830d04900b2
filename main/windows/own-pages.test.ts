import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerOwnPage } from './own-pages.ts';

describe('answerOwnPage', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'own-pages-'));
    for (const file of ['index.html', 'page.js', 'other.js']) writeFileSync(path.join(folder, file), file);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const get = (url: string, method = 'GET'): Response => answerOwnPage('pin', folder, { url, method });

  it('answers with the files of the window, which may run no script of others and talk to nobody', async () => {
    const page = get('station-window://pin/');
    expect([page.status, await page.text()]).toEqual([200, 'index.html']);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';.*require-trusted-types-for 'script'$/,
    );
    expect(get('station-window://pin/page.js').headers.get('content-type')).toContain('text/javascript');
  });

  it.each([
    'station-window://pin/other.js',
    'station-window://pin/../index.html/..%2fother.js',
    'station-window://pin/%2e%2e/%2e%2e/etc/passwd',
    'station-window://pin//etc/passwd',
    'station-window://pin/__proto__',
    'station-window://pin/?x=1',
    'station-window://other/',
    'station-window://fault/',
    'https://pin/',
    'file:///etc/passwd',
    'no address',
  ])('has nothing at %s', (url) => expect(get(url).status).toBe(404));

  it('is only read', () => expect(get('station-window://pin/', 'POST').status).toBe(404));
});
