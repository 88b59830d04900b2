import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derExplicit, derNull, derOid, derSequence, derValue } from '../../codecs/asn1/der-writer.ts';
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
  sha1,
  noAuthority,
  under,
  sub,
  type Case,
} from './path-cases.suite.ts';

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
