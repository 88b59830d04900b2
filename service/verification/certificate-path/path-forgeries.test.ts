import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  derExplicit,
  derInteger,
  derNull,
  derOid,
  derSequence,
  derSetOf,
  derValue,
} from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { authority, evaluate, issue, type Issued, type Request } from './issued-certificates.suite.ts';

interface Case {
  readonly leaf: Issued;
  readonly anchors?: readonly Issued[];
  readonly brought?: readonly Issued[];
}

const root = authority('Root', null);
const ca = authority('CA', root);
const usage = builder.keyUsageExtension(['nonRepudiation']);
const caUsage = builder.keyUsageExtension(['keyCertSign', 'cRLSign']);
const isCa = builder.basicConstraintsExtension(true);
const identifierOf = (issued: Issued): Uint8Array =>
  createHash('sha1')
    .update(issued.publicKey.export({ format: 'der', type: 'spki' }))
    .digest();
const points = (to: Issued): builder.NewExtension => builder.authorityKeyIdentifierExtension(identifierOf(to));
const claims = (from: Issued): builder.NewExtension => builder.subjectKeyIdentifierExtension(identifierOf(from));
const withExtensions = (...extensions: builder.NewExtension[]): Request => ({ extensions });
const constraint = (number: number, ...bases: Uint8Array[]): builder.NewExtension => ({
  oid: '2.5.29.30',
  critical: true,
  value: derSequence(derValue(0xa0 | number, ...bases.map((base) => derSequence(base)))),
});
const text = (tag: number, value: string): Uint8Array => derValue(tag, Buffer.from(value, 'latin1'));
const alternative = (...names: Uint8Array[]): builder.NewExtension => ({
  oid: '2.5.29.17',
  critical: false,
  value: derSequence(...names),
});
const named = (...attributes: (readonly [string, string])[]): Request => ({
  changes: { subject: encodeName(attributes) },
});
const changed = (changes: Partial<builder.NewCertificate>): Request => ({ changes });
const sha1: Request = {
  hash: 'sha1',
  ...changed({ signatureAlgorithm: encodeAlgorithmIdentifier('1.2.840.10045.4.1', 'absent') }),
};
const noAuthority = builder.basicConstraintsExtension(false);

function under(sub: Issued, request: Request = {}): Case {
  return { leaf: issue('Leaf', sub, request), brought: [ca, sub] };
}

/** A sub-authority with one thing about it, lawful or not. */
function sub(...extensions: builder.NewExtension[]): Issued {
  return authority('Sub', ca, null, withExtensions(isCa, caUsage, ...extensions));
}

const FORGERIES: Readonly<Record<string, () => Case>> = {
  'key identifier that points at the true authority': () => {
    const impostor = authority('CA', null, null, withExtensions(isCa, caUsage, claims(ca)));
    return { leaf: issue('Leaf', impostor, withExtensions(usage, points(ca))), brought: [ca, impostor] };
  },
  'impostor under an unknown root of the true name': () => {
    const top = authority('Root', null);
    const impostor = authority('CA', top);
    return { leaf: issue('Leaf', impostor), brought: [top, impostor, ca] };
  },
  'impostor that claims to be issued by the true root': () => {
    const impostor = authority('CA', { ...authority('Root', null), subject: 'Root' });
    return { leaf: issue('Leaf', impostor, withExtensions(usage, points(impostor))), brought: [impostor, ca] };
  },
  'impostor whose identifier is the root’s': () => {
    const impostor = authority('Root', null, null, withExtensions(isCa, caUsage, claims(root)));
    return { leaf: issue('Leaf', impostor, withExtensions(usage, points(root))), brought: [impostor] };
  },
  'twenty impostors before the true one': () => {
    const impostors = Array.from({ length: 20 }, () => authority('CA', null));
    return { leaf: issue('Leaf', impostors[7] ?? ca), brought: [...impostors, ca] };
  },
  'name in other letters': () => {
    const impostor = authority('ROOT', null);
    return { leaf: issue('Leaf', impostor), brought: [impostor] };
  },
  'name with spaces around': () => ({ leaf: issue('Leaf', authority('  Root ', null)) }),
  'name with an invisible character': () => ({ leaf: issue('Leaf', authority('Ro\u200bot', null)) }),
  'name in full-width letters': () => ({ leaf: issue('Leaf', authority('Ｒｏｏｔ', null)) }),
  'name in Cyrillic letters that look the same': () => ({ leaf: issue('Leaf', authority('Rооt', null)) }),
  'name with an attribute more': () => ({
    leaf: issue('Leaf', authority('Root', null, null, named(['O', 'x'], ['CN', 'Root']))),
  }),
  'signer that issues': () => {
    const signer = issue('Signer', ca);
    return { leaf: issue('Director', signer), brought: [ca, signer] };
  },
  'signer that issues, with the right usage but no authority': () => {
    const signer = issue('Signer', ca, withExtensions(noAuthority, caUsage));
    return { leaf: issue('Director', signer), brought: [ca, signer] };
  },
  'signer that calls itself an authority': () => {
    const signer = issue('Signer', ca);
    const promoted = authority('Signer', null, null, { keys: signer });
    return { leaf: issue('Director', signer), brought: [ca, signer, promoted] };
  },
  'signer that issues itself a promotion': () => {
    const signer = issue('Signer', ca);
    const promoted = authority('Signer', signer, null, { keys: signer });
    return { leaf: issue('Director', signer), brought: [ca, signer, promoted] };
  },
  'signer that issues itself a promotion to another key': () => {
    const signer = issue('Signer', ca);
    const promoted = authority('Signer', signer);
    return { leaf: issue('Director', promoted), brought: [ca, signer, promoted] };
  },
  'signer under the name of an authority': () => {
    const signer = issue('CA', ca);
    return { leaf: issue('Director', signer), brought: [ca, signer] };
  },
  'authority’s key in a certificate of a signer': () => {
    const reused = issue('Shared', ca);
    const own = authority('Shared', authority('Else', null), null, { keys: reused });
    return { leaf: issue('Director', reused), brought: [ca, reused, own] };
  },
  'authority without basic constraints': () => under(authority('Sub', ca, null, withExtensions(caUsage))),
  'authority for CRLs only': () =>
    under(authority('Sub', ca, null, withExtensions(isCa, builder.keyUsageExtension(['cRLSign'])))),
  'authority that is out of date': () =>
    under(authority('Sub', ca, null, changed({ notAfter: new Date('2026-09-30T00:00:00Z') }))),
  'authority that is not yet in date': () =>
    under(authority('Sub', ca, null, changed({ notBefore: new Date('2026-10-02T00:00:00Z') }))),
  'authority signed with SHA-1': () => under(authority('Sub', ca, null, sha1)),
  'authority with a short key': () =>
    under(authority('Sub', ca, null, { keys: generateKeyPairSync('ec', { namedCurve: 'P-224' }) })),
  'signer signed with SHA-1': () => under(sub(), sha1),
  'authority with something critical that nobody knows': () =>
    under(sub({ oid: '1.2.3.4', critical: true, value: derNull() })),
  'signer with something critical that nobody knows': () =>
    under(sub(), withExtensions(usage, { oid: '1.2.3.4', critical: true, value: derNull() })),
  'authority without a name': () => {
    const nameless = authority('', ca, null, changed({ subject: derSequence() }));
    return { leaf: issue('Leaf', nameless, changed({ issuer: derSequence() })), brought: [ca, nameless] };
  },
  'path longer than permitted': () => {
    const short = authority('Short', ca, 0);
    const below = authority('Below', short);
    return { leaf: issue('Leaf', below), brought: [ca, short, below] };
  },
  'path longer than permitted, and a wider permission below': () => {
    const short = authority('Short', ca, 1);
    const [below, deeper] = [authority('Below', short, 9)].flatMap((one) => [one, authority('Deeper', one, 9)]);
    const last = authority('Last', deeper ?? short);
    return { leaf: issue('Leaf', last), brought: [ca, short, ...[below, deeper].flatMap((x) => x ?? []), last] };
  },
  'mailbox that is excluded': () =>
    under(
      sub(constraint(1, text(0x81, 'example.org'))),
      withExtensions(usage, alternative(text(0x81, 'a@example.org'))),
    ),
  'mailbox in the subject that is excluded': () =>
    under(sub(constraint(1, text(0x81, 'example.org'))), named(['emailAddress', 'a@example.org'])),
  'mailbox in the subject beside one of another form': () =>
    under(sub(constraint(0, text(0x81, 'good.example'))), {
      ...withExtensions(usage, alternative(text(0x82, 'host'))),
      ...named(['emailAddress', 'a@bad.example']),
    }),
  'second mailbox that is not permitted': () =>
    under(
      sub(constraint(0, text(0x81, 'good.example'))),
      withExtensions(usage, alternative(text(0x81, 'a@good.example'), text(0x81, 'a@bad.example'))),
    ),
  'mailbox with two signs in it': () =>
    under(
      sub(constraint(0, text(0x81, 'good.example'))),
      withExtensions(usage, alternative(text(0x81, 'a@bad.example@good.example'))),
    ),
  'name outside of what an authority two above permits': () => {
    const top = sub(constraint(0, derExplicit(4, encodeName([['O', 'Good']]))));
    const below = authority('Below', top, null, named(['O', 'Good'], ['CN', 'Below']));
    const leaf = issue('Leaf', below, {
      changes: {
        subject: encodeName([['O', 'Bad']]),
        issuer: encodeName([
          ['O', 'Good'],
          ['CN', 'Below'],
        ]),
      },
    });
    return { leaf, brought: [ca, top, below] };
  },
  'self-issued authority that leaves constraints out': () => {
    const top = sub(constraint(1, text(0x81, 'example.org')));
    const renewed = authority('Sub', top);
    const leaf = issue('Leaf', renewed, withExtensions(usage, alternative(text(0x81, 'a@example.org'))));
    return { leaf, brought: [ca, top, renewed] };
  },
  'host by wildcard over what is excluded': () =>
    under(
      sub(constraint(1, text(0x82, 'bad.example.org'))),
      withExtensions(usage, alternative(text(0x82, '*.example.org'))),
    ),
  'form of name that cannot be compared and is excluded': () => {
    const other = derValue(0xa0, derOid('1.2.3.4'), derExplicit(0, derNull()));
    return under(sub(constraint(1, other)), withExtensions(usage, alternative(other)));
  },
  'policy that is required and not there': () =>
    under(
      sub(
        { oid: '2.5.29.36', critical: true, value: derSequence(derValue(0x80, Uint8Array.of(0))) },
        { oid: '2.5.29.32', critical: false, value: derSequence(derSequence(derOid('1.2.3'))) },
      ),
    ),
  'malformed constraint': () => under(sub({ oid: '2.5.29.30', critical: true, value: derSequence() })),
  'malformed alternative name': () =>
    under(sub(), withExtensions(usage, { oid: '2.5.29.17', critical: false, value: Uint8Array.of(1, 2, 3) })),
  'loop of two': () => {
    const [a, b] = [authority('A', null), authority('B', null)];
    return {
      leaf: issue('Leaf', a),
      brought: [authority('A', b, null, { keys: a }), authority('B', a, null, { keys: b })],
    };
  },
  'loop of three that touches the true name': () => {
    const [a, b] = [authority('A', null), authority('B', null)];
    const stranger = authority('CA', b);
    const brought = [authority('A', stranger, null, { keys: a }), authority('B', a, null, { keys: b }), stranger, ca];
    return { leaf: issue('Leaf', a), brought };
  },
  'authority that was issued by its own signer': () => {
    const signer = issue('Signer', authority('A', null));
    return { leaf: signer, brought: [authority('A', signer)] };
  },
  'anchor of another name with the same key': () => {
    const other = authority('Other', null);
    return { leaf: issue('Leaf', { ...other, subject: 'Nobody' }), anchors: [other] };
  },
  'anchor of the same name with another key': () => ({ leaf: issue('Leaf', authority('Root', null)) }),
  'key type that is exchanged': () => {
    const rsa = authority('CA', root, null, { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
    return { leaf: issue('Leaf', ca), brought: [rsa] };
  },
};

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

describe('paths that lead nowhere', () => {
  it.each(Object.entries(FORGERIES))('%s', (_what, make) => {
    const { leaf, anchors = [root], brought = [] } = make();
    for (const order of [brought, brought.toReversed()]) {
      const result = evaluate(leaf, anchors, order);
      expect(result).toMatchObject({ isValid: false });
      expect(result.reasonCodes).not.toContain('CERT_VALID');
      const fromFolder = evaluate(leaf, anchors, [], { intermediates: order.map(({ der }) => der) });
      expect(fromFolder).toMatchObject({ isValid: false });
    }
  });
});

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
