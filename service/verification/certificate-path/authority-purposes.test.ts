import { describe, expect, it } from 'vitest';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { authority, evaluate, issue, type Issued } from './issued-certificates.suite.ts';
import { ca, caUsage, isCa, root, usage, withExtensions } from './path-cases.suite.ts';

/** Authorities that were certified for a purpose of their own, and certify who signs documents or makes timestamps. */

const PURPOSES = {
  any: '2.5.29.37.0',
  servers: '1.3.6.1.5.5.7.3.1',
  clients: '1.3.6.1.5.5.7.3.2',
  programs: '1.3.6.1.5.5.7.3.3',
  mail: '1.3.6.1.5.5.7.3.4',
  timestamps: '1.3.6.1.5.5.7.3.8',
  responses: '1.3.6.1.5.5.7.3.9',
  documents: '1.3.6.1.5.5.7.3.36',
  'documents of Microsoft': '1.3.6.1.4.1.311.10.3.12',
  'documents of Adobe': '1.2.840.113583.1.1.5',
  'log-ins by card': '1.3.6.1.4.1.311.20.2.2',
  'something of its own': '1.3.6.1.4.1.99999.1',
} as const;
type Purpose = keyof typeof PURPOSES;

const extension = (purposes: readonly Purpose[], critical = false): builder.NewExtension =>
  builder.extendedKeyUsageExtension(
    purposes.map((purpose) => PURPOSES[purpose]),
    critical,
  );
const bounded = (issuer: Issued, purposes: readonly Purpose[], critical = false): Issued =>
  authority('Sub', issuer, null, withExtensions(isCa, caUsage, extension(purposes, critical)));

const SIGNERS: Readonly<Record<string, builder.NewExtension[]>> = {
  'without purposes': [usage],
  'for mail': [usage, extension(['mail'])],
  'for documents': [usage, extension(['documents'])],
  'for any purpose': [usage, extension(['any'])],
};

const FOREIGN: readonly (readonly Purpose[])[] = [
  ...(['servers', 'clients', 'programs', 'timestamps', 'responses'] as const).map((one) => [one]),
  ...(['log-ins by card', 'something of its own'] as const).map((one) => [one]),
  ['servers', 'clients'],
  ['clients', 'log-ins by card'],
  ['timestamps', 'responses', 'programs'],
];

describe.each(FOREIGN.map((purposes) => ({ name: purposes.join(' and '), purposes })))(
  'an authority for $name',
  ({ purposes }) => {
    it.each(Object.entries(SIGNERS))('certifies no signer %s', (_, extensions) => {
      for (const critical of [false, true]) {
        const sub = bounded(ca, purposes, critical);
        const low = authority('Low', sub);
        for (const issuer of [sub, low]) {
          const result = evaluate(issue('Leaf', issuer, withExtensions(...extensions)), [root], [ca, sub, low]);
          expect([result.isValid, result.reasonCodes[0]]).toEqual([false, 'CERT_EXTENDED_KEY_USAGE_INVALID']);
          expect(result.chainStatus).toContain('CN=Sub: CERT_EXTENDED_KEY_USAGE_INVALID');
        }
      }
    });
  },
);

describe('timestamps are not made under an authority for', () => {
  const timestamps = withExtensions(builder.keyUsageExtension(['digitalSignature']), extension(['timestamps'], true));
  const judge = (sub: Issued): boolean =>
    evaluate(issue('Unit', sub, timestamps), [root], [ca, sub], { purpose: 'timeStamping' }).isValid;

  it.each<Purpose>(['servers', 'mail', 'documents', 'documents of Adobe', 'responses'])('%s', (purpose) => {
    expect(judge(bounded(ca, [purpose]))).toBe(false);
  });

  it('something else, but for them and for any purpose', () => {
    for (const purposes of [['timestamps'], ['any'], ['servers', 'timestamps']] as const) {
      expect(judge(bounded(ca, purposes))).toBe(true);
    }
  });
});

describe('an authority certifies signers', () => {
  it.each<readonly [string, readonly Purpose[]]>([
    ['for mail', ['mail']],
    ['for documents', ['documents']],
    ['for documents of Microsoft', ['documents of Microsoft']],
    ['for documents of Adobe', ['documents of Adobe']],
    ['for any purpose', ['any']],
    ['for servers and mail', ['servers', 'mail']],
    ['for clients, log-ins and any purpose', ['clients', 'log-ins by card', 'any']],
  ])('%s', (_, purposes) => {
    const sub = bounded(ca, purposes);
    for (const extensions of Object.values(SIGNERS)) {
      expect(evaluate(issue('Leaf', sub, withExtensions(...extensions)), [root], [ca, sub]).isValid).toBe(true);
    }
  });

  it('when it is configured as an anchor, whatever it was certified for', () => {
    const sub = bounded(ca, ['servers']);
    expect(evaluate(issue('Leaf', sub), [sub]).isValid).toBe(true);
  });

  it('by another certificate of its key that has no bounds', () => {
    const sub = bounded(ca, ['servers']);
    const free = authority('Sub', ca, null, { keys: sub });
    const leaf = issue('Leaf', sub);
    for (const brought of [
      [ca, sub, free],
      [free, sub, ca],
    ]) {
      expect(evaluate(leaf, [root], brought)).toMatchObject({ isValid: true });
    }
  });
});
