import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { concatBytes } from '../asn1/der-writer.ts';
import { OID_ID_CT_TST_INFO } from '../cms/object-identifiers.ts';
import { parseSignedData } from '../cms/signed-data-parser.ts';
import { parseTstInfo } from './tst-info.ts';

describe('a timestamp token made by openssl', () => {
  let ca: TestCa;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'tst-info-')));
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  it('shows what was stamped, when, and the nonce of the query', () => {
    const { certificatePem, keyPem } = ca.timestampAuthority;
    const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { cwd: ca.folder, stdio: 'pipe' });
    const config = [
      '[tsa]',
      'default_tsa = t',
      '[t]',
      'serial = tsaserial',
      'signer_digest = sha256',
      'digests = sha256',
    ];
    const policy = [
      'default_policy = 1.3.6.1.4.1.99999.2.1',
      'accuracy = secs:1, millisecs:500, microsecs:100',
      'ordering = yes',
      'tsa_name = yes',
    ];
    writeFileSync(
      ca.path('tsa.cnf'),
      [...config, ...policy, `signer_cert = ${certificatePem}`, `signer_key = ${keyPem}`].join('\n'),
    );
    writeFileSync(ca.path('tsaserial'), '01\n');
    writeFileSync(ca.path('data'), 'stamped');
    openssl('ts', '-query', '-data', 'data', '-sha256', '-cert', '-out', 'query');
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-token_out', '-out', 'token');
    const token = parseSignedData(readFileSync(ca.path('token')), { trailing: 'none' });
    expect(token.eContentType).toBe(OID_ID_CT_TST_INFO);
    const info = parseTstInfo(concatBytes(token.eContent ?? []));
    expect(info.messageImprint.hash).toBe('SHA-256');
    expect(info.messageImprint.digest).toEqual(new Uint8Array(createHash('sha256').update('stamped').digest()));
    expect(info).toMatchObject({ policyOid: '1.3.6.1.4.1.99999.2.1', accuracyMilliseconds: 1501, ordering: true });
    expect(Math.abs(Date.now() - info.genTime.getTime())).toBeLessThan(60_000);
    const nonce = Buffer.from(info.nonce ?? []).toString('hex');
    const shown = openssl('ts', '-query', '-in', 'query', '-text').toString();
    expect(shown.toLowerCase()).toContain(nonce.replace(/^0+/, ''));
  });
});
