import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encryptedPdfs, printedPdf, toolPdfs } from '../../../e2e/documents/pdf/tool-pdfs.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';
import { makeSigner, signPdf, verifyWith, type SigningChoice } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { ca } = fixture;
afterAll(() => {
  fixture.remove();
});

const GOOD = 'VALID SIG_VALID CERT_VALID REVOCATION_GOOD';

/** Poppler leaves the chain out; the station may know it. */
const trust = { ...fixture.trust, intermediates: ca.intermediates };

function verdict(pdf: Uint8Array): string {
  const { overallStatus, reasonCodes, detail } = verifyWith({ ...fixture, trust }, pdf);
  return [overallStatus, ...reasonCodes, ...(detail === null ? [] : [detail])].join(' ');
}

/** What poppler finds valid, and how many it finds in all. */
function poppler(pdf: Uint8Array): { valid: number; total: number } {
  writeFileSync(ca.path('poppler.pdf'), pdf);
  const text = spawnSync('pdfsig', ['-nocert', ca.path('poppler.pdf')], { encoding: 'utf8' }).stdout;
  return { valid: text.split('Signature is Valid.').length - 1, total: text.split(/^Signature #/m).length - 1 };
}

describe('documents of other programs, signed twice', () => {
  const documents = toolPdfs(ca.folder);

  it.each([...Object.keys(documents), 'printed by Chromium'])('%s', (kind) => {
    const path = documents[kind] ?? printedPdf(ca.folder);
    const once = signPdf(readFileSync(path), fixture.signer);
    expect(verdict(once)).toBe(GOOD);
    const twice = signPdf(once, fixture.signer, { isVisible: true });
    expect(verdict(twice)).toBe(GOOD);
    expect(poppler(twice)).toEqual({ valid: 2, total: 2 });
  });
});

describe('signatures made by openssl', () => {
  const key = ['RSA', 'rsa_keygen_bits:2048'];
  const identity = ca.issue('rsa-of-2026', { key, notBefore: '20251231000000Z', notAfter: '20451231000000Z' });

  /** Signs the covered bytes, given by their digest only through a file that openssl digests itself. */
  function opensslPdf(kind: string, extra: readonly string[]): Buffer {
    const choice: SigningChoice = { kind: `/Type /Sig /SubFilter /${kind} /M (D:20260101000000Z)` };
    // The first pass lays the document out; the second fills in what openssl signed.
    const draft = signPdf(contractPdf(), fixture.signer, choice);
    const [, start, end] = /\[0 (\d+) (\d+) /.exec(draft.toString('latin1')) ?? [];
    const covered = Buffer.concat([draft.subarray(0, Number(start)), draft.subarray(Number(end))]);
    writeFileSync(ca.path('covered.bin'), covered);
    const cms = execFileSync(
      'openssl',
      [
        ...['cms', '-sign', '-binary', '-outform', 'DER', '-md', 'sha256', '-in', 'covered.bin'],
        ...['-signer', identity.certificatePem, '-inkey', identity.keyPem, ...extra],
      ],
      { cwd: ca.folder },
    );
    return signPdf(contractPdf(), fixture.signer, { ...choice, contents: () => cms });
  }

  const chain = ['-certfile', ca.path('bundle.pem')];
  writeFileSync(
    ca.path('bundle.pem'),
    readFileSync(ca.path('issuing.pem'), 'utf8') + readFileSync(ca.path('intermediate.pem'), 'utf8'),
  );

  it('with -cades', () => {
    expect(verdict(opensslPdf('ETSI.CAdES.detached', ['-cades', ...chain]))).toBe(GOOD);
  });

  it('without the signing certificate attribute', () => {
    for (const kind of ['adbe.pkcs7.detached', 'ETSI.CAdES.detached']) {
      const report = verifyWith(fixture, opensslPdf(kind, chain));
      expect(report.overallStatus).toBe('INDETERMINATE');
      expect(report.reasonCodes).toContain('SIG_SIGNING_CERTIFICATE_MISSING');
    }
  });

  it('without signed attributes, or with the content inside', () => {
    expect(verdict(opensslPdf('ETSI.CAdES.detached', ['-noattr', ...chain]))).toContain(
      'INDETERMINATE SIG_SIGNED_ATTRIBUTES_MISSING',
    );
    expect(verdict(opensslPdf('ETSI.CAdES.detached', ['-cades', '-nodetach', ...chain]))).toContain(
      'INDETERMINATE SIG_FORMAT_INVALID',
    );
  });

  it('by two signers', () => {
    const other = ca.signer('p-256');
    const more = ['-signer', other.certificatePem, '-inkey', other.keyPem];
    const both = opensslPdf('ETSI.CAdES.detached', [...more, '-cades', ...chain]);
    expect(verdict(both)).toContain('INDETERMINATE SIG_SIGNER_COUNT_INVALID');
  });
});

describe('signatures made by poppler', () => {
  const store = `sql:${join(ca.folder, 'nss')}`;

  function prepareStore(): void {
    const run = (command: string, ...parameters: string[]): void => {
      execFileSync(command, parameters, { cwd: ca.folder, stdio: 'pipe' });
    };
    const key = ['RSA', 'rsa_keygen_bits:2048'];
    const identity = ca.issue('rsa-of-2026', { key, notBefore: '20251231000000Z', notAfter: '20451231000000Z' });
    run('mkdir', '-p', 'nss');
    run('certutil', '-N', '-d', store, '--empty-password');
    run('certutil', '-A', '-d', store, '-n', 'root', '-t', 'CT,C,C', '-i', 'root.pem');
    const p12 = ['-export', '-inkey', identity.keyPem, '-in', identity.certificatePem, '-certfile', 'bundle.pem'];
    run('openssl', 'pkcs12', ...p12, '-name', 'signer', '-out', 'signer.p12', '-passout', 'pass:x');
    run('pk12util', '-i', 'signer.p12', '-d', store, '-W', 'x');
  }

  it('once and twice, by it and by us', () => {
    prepareStore();
    const add = (input: Buffer, output: string): Buffer => {
      writeFileSync(ca.path('input.pdf'), input);
      const options = ['-nssdir', store, '-add-signature', '-nick', 'signer', '-reason', 'ok'];
      execFileSync('pdfsig', [...options, ca.path('input.pdf'), ca.path(output)], { stdio: 'pipe' });
      return readFileSync(ca.path(output));
    };
    const once = add(contractPdf(), 'once.pdf');
    expect(verdict(once)).toBe(GOOD);
    const twice = add(once, 'twice.pdf');
    expect(verdict(twice)).toBe(GOOD);
    expect(verdict(signPdf(twice, fixture.signer, { isVisible: true }))).toBe(GOOD);
    // It adds fonts to the form, by which a viewer may draw the field that has no drawing of its own.
    expect(verdict(add(signPdf(contractPdf(), fixture.signer), 'mixed.pdf'))).toContain('PDF_CHANGE_UNEXPLAINED');
    const bare = contractPdf({ 6: '<</Fields []>>', 7: '<</Type /Annot /Subtype /Link /Rect [0 0 9 9]>>' });
    expect(verdict(add(signPdf(bare, fixture.signer), 'mixed.pdf'))).toBe(GOOD);
    for (const [kind, path] of Object.entries(encryptedPdfs(ca.folder))) {
      if (!/^encrypted-(?:rc4-128|aes-128|aes-256)(?:-object-streams)?$/.test(kind)) continue;
      const theirs = add(readFileSync(path), 'encrypted.pdf');
      expect(verdict(theirs), kind).toBe(GOOD);
      expect(verdict(add(signAsStation(theirs, fixture.signer, true), 'encrypted.pdf')), kind).toBe(GOOD);
    }
  });
});

describe('document timestamps', () => {
  const kind = '/Type /DocTimeStamp /SubFilter /ETSI.RFC3161';
  const { timestampAuthority } = ca;

  function token(digest: Uint8Array): Buffer {
    const configuration = [
      ...['[tsa]', 'default_tsa = t', '[t]', 'serial = tsa.serial', 'signer_digest = sha256', 'digests = sha256'],
      ...['default_policy = 1.2.3.4.1', 'accuracy = secs:1', 'ordering = no', 'ess_cert_id_alg = sha256'],
    ];
    writeFileSync(ca.path('tsa.cnf'), configuration.join('\n'));
    writeFileSync(ca.path('tsa.serial'), '01\n');
    const hex = Buffer.from(digest).toString('hex');
    const run = (...parameters: string[]): void => {
      execFileSync('openssl', ['ts', ...parameters], { cwd: ca.folder, stdio: 'pipe' });
    };
    run('-query', '-digest', hex, '-sha256', '-cert', '-out', 'query.tsq');
    const keys = ['-signer', timestampAuthority.certificatePem, '-inkey', timestampAuthority.keyPem];
    run('-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', ...keys, '-token_out', '-out', 'token.tst');
    return readFileSync(ca.path('token.tst'));
  }

  it('after a signature, and a signature after it', () => {
    const stamped = signPdf(signPdf(contractPdf(), fixture.signer), fixture.signer, { kind, contents: token });
    const report = verifyWith(fixture, stamped);
    expect(report.overallStatus).toBe('VALID');
    expect(report.signature.signerSubject).not.toBe('');
    expect(report.signatures.map(({ reasonCodes }) => reasonCodes[0])).toEqual(['SIG_VALID', 'TIMESTAMP_PRESENT']);
    expect(verdict(signPdf(stamped, fixture.signer))).toBe(GOOD);
  });

  it('alone is no signature', () => {
    expect(verdict(signPdf(contractPdf(), fixture.signer, { kind, contents: token }))).toContain('SIG_TIMESTAMP_ONLY');
  });

  it('of other bytes, not intact, visible or unreadable', () => {
    const signed = signPdf(contractPdf(), fixture.signer);
    const stamp = (choice: SigningChoice): Buffer =>
      signPdf(signed, fixture.signer, { kind, contents: token, ...choice });
    const other = createHash('sha256').update('other').digest();
    expect(verifyWith(fixture, stamp({ contents: () => token(other) })).overallStatus).toBe('INDETERMINATE');
    const damaged = (digest: Uint8Array): Buffer => {
      const bytes = token(digest);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
      return bytes;
    };
    expect(verifyWith(fixture, stamp({ contents: damaged })).overallStatus).toBe('INDETERMINATE');
    expect(verdict(stamp({ isVisible: true }))).toContain('shows something');
    expect(verifyWith(fixture, stamp({ contents: () => Buffer.from('no') })).overallStatus).toBe('INDETERMINATE');
    const after = signPdf(signed, fixture.signer, { kind, contents: token, ranges: () => [0, 10, 20, 30] });
    expect(verifyWith(fixture, after).overallStatus).toBe('INVALID');
  });
});
