import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derExplicit, derInteger, derOid, derSequence, derSetOf, derValue } from '../../codecs/asn1/der-writer.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { authority, evaluate, issue } from './issued-certificates.suite.ts';
import {
  root,
  ca,
  usage,
  caUsage,
  isCa,
  points,
  claims,
  withExtensions,
  constraint,
  text,
  alternative,
  named,
  changed,
  under,
  sub,
  type Case,
} from './path-cases.suite.ts';

const LAWFUL: Readonly<Record<string, () => Case>> = {
  'plain path': () => ({ leaf: issue('Leaf', ca), brought: [ca] }),
  'key identifier that points nowhere': () => ({
    leaf: issue('Leaf', ca, withExtensions(usage, points(authority('Else', null)))),
    brought: [ca],
  }),
  'empty key identifier': () => ({
    leaf: issue('Leaf', ca, withExtensions(usage, builder.authorityKeyIdentifierExtension(new Uint8Array()))),
    brought: [ca],
  }),
  'true authority after twenty of its name': () => ({
    leaf: issue('Leaf', ca),
    brought: [...Array.from({ length: 20 }, () => authority('CA', null)), ca],
  }),
  'twenty impostors to which the identifier points': () => ({
    leaf: issue('Leaf', ca, withExtensions(usage, points(root))),
    brought: [
      ...Array.from({ length: 20 }, () => authority('CA', null, null, withExtensions(isCa, caUsage, claims(root)))),
      ca,
    ],
  }),
  'issuer’s name in other letters and another string type': () => {
    const attribute = derSequence(derOid('2.5.4.3'), text(0x13, 'cA '));
    return { leaf: issue('Leaf', ca, changed({ issuer: derSequence(derSetOf([attribute])) })), brought: [ca] };
  },
  'two ways up, one of them narrower': () => {
    const other = authority('Other root', null);
    const narrow = authority('CA', other, null, {
      keys: ca,
      ...withExtensions(isCa, caUsage, constraint(0, derExplicit(4, encodeName([['CN', 'Else']])))),
    });
    return { leaf: issue('Leaf', ca), anchors: [other, root], brought: [narrow, ca] };
  },
  'two ways up, one of them out of date': () => {
    const old = authority('CA', root, null, { keys: ca, ...changed({ notAfter: new Date('2026-02-01T00:00:00Z') }) });
    return { leaf: issue('Leaf', ca), brought: [old, ca] };
  },
  'way out of a loop': () => {
    const b = authority('B', ca);
    return { leaf: issue('Leaf', ca), brought: [authority('CA', b, null, { keys: ca }), b, ca] };
  },
  'renewed authority, old key with new': () => {
    const renewed = authority('CA', root);
    return { leaf: issue('Leaf', ca), brought: [authority('CA', renewed, null, { keys: ca }), renewed] };
  },
  'path length of zero with a self-issued authority': () => {
    const short = authority('Short', ca, 0);
    const renewed = authority('Short', short);
    return { leaf: issue('Leaf', renewed), brought: [ca, short, renewed] };
  },
  'permitted mailbox and host': () =>
    under(
      sub(constraint(0, text(0x81, 'example.org'), text(0x82, 'example.org'))),
      withExtensions(usage, alternative(text(0x81, 'a@example.org'), text(0x82, 'a.example.org'))),
    ),
  'constraints for forms of names that are not there': () => under(sub(constraint(0, text(0x81, 'example.org')))),
  'name inside of what is permitted': () =>
    under(sub(constraint(0, derExplicit(4, encodeName([['O', 'Good']])))), named(['O', 'GOOD'], ['CN', 'Leaf'])),
  'extension that is unknown and not critical': () =>
    under(sub({ oid: '1.2.3.4', critical: false, value: derInteger(1) })),
  'policy that is required and there': () => {
    const required = { oid: '2.5.29.36', critical: true, value: derSequence(derValue(0x80, Uint8Array.of(0))) };
    const policy = (oid: string): builder.NewExtension => ({
      oid: '2.5.29.32',
      critical: false,
      value: derSequence(derSequence(derOid(oid))),
    });
    const strict = authority('Strict', root, null, withExtensions(isCa, caUsage, required, policy('2.5.29.32.0')));
    return { leaf: issue('Leaf', strict, withExtensions(usage, policy('1.2.3'))), brought: [strict] };
  },
  'keys of other kinds above': () => {
    const rsa = authority('RSA', root, null, { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
    return { leaf: issue('Leaf', ca), brought: [rsa, ca] };
  },
};

describe('paths that are lawful', () => {
  it.each(Object.entries(LAWFUL))('%s', (_what, make) => {
    const { leaf, anchors = [root], brought = [] } = make();
    for (const order of [brought, brought.toReversed()]) {
      expect(evaluate(leaf, anchors, order).reasonCodes[0]).toBe('CERT_VALID');
      const intermediates = order.map(({ der }) => der);
      expect(evaluate(leaf, anchors, [], { intermediates }).reasonCodes[0]).toBe('CERT_VALID');
    }
  });
});
