import { describe, expect, it } from 'vitest';
import { derNull } from '../../codecs/asn1/der-writer.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { makeCrl, makeOcsp, type OcspRequest, type Reason } from './evidence.suite.ts';
import { authority, evaluate, issue, type Circumstances, type Issued } from './issued-certificates.suite.ts';

/** Delegates that speak of each other and of themselves: whoever has the keys of a revoked one must gain nothing by it. */

const root = authority('Root', null);
const ca = authority('CA', root);
const leaf = issue('Leaf', ca);
const purpose = builder.extendedKeyUsageExtension(['1.3.6.1.5.5.7.3.9']);
const noCheck = { oid: '1.3.6.1.5.5.7.48.1.5', critical: false, value: derNull() };
const responder = (name: string, ...more: builder.NewExtension[]): Issued =>
  issue(name, ca, { extensions: [builder.keyUsageExtension(['digitalSignature']), purpose, ...more] });
const listSigner = (): Issued => issue('CA', ca, { extensions: [builder.keyUsageExtension(['cRLSign'])] });
const [thief, honest, third] = [responder('Thief'), responder('Honest'), responder('Third')];
const exempt = responder('Exempt', noCheck);
const [thievishLists, honestLists] = [listSigner(), listSigner()];

const day = (number: number): Date => new Date(Date.UTC(2026, 8, number));
const young = { thisUpdate: day(28), nextUpdate: new Date('2026-10-20T00:00:00Z') };
const word = (by: Issued, about: Issued, more: Partial<OcspRequest> = {}): Uint8Array =>
  makeOcsp({ certificate: about, issuer: ca, responder: by, ...more });
const accuse = (by: Issued, about: Issued, reason: Reason = 'keyCompromise'): Uint8Array =>
  word(by, about, { status: { reason } });
const list = (by: Issued, about: readonly Issued[], more = {}): Uint8Array =>
  makeCrl({ issuer: by, name: 'CA', entries: about.map((certificate) => ({ certificate })), ...more });
const hold = (by: Issued, about: Issued): Uint8Array =>
  makeCrl({
    issuer: by,
    name: 'CA',
    entries: [{ certificate: about, reason: 'certificateHold' }],
    nextUpdate: day(27),
  });

const good = word(thief, leaf);
type Evidence = Required<Pick<Circumstances, 'ocspResponses' | 'crls'>>;
const of = (ocspResponses: readonly Uint8Array[], ...crls: Uint8Array[]): Evidence => ({ ocspResponses, crls });

const FORGED: Readonly<Record<string, Evidence>> = {
  'accused by another': of([good, accuse(honest, thief)]),
  'accused by another, whom it accuses': of([good, accuse(honest, thief), accuse(thief, honest)]),
  'accused by another, whom it holds': of([good, accuse(honest, thief), accuse(thief, honest, 'certificateHold')]),
  'held by another, whom it accuses': of([good, accuse(honest, thief, 'certificateHold'), accuse(thief, honest)]),
  'accused by two, both of whom it accuses': of([
    good,
    ...[honest, third].flatMap((one) => [accuse(one, thief), accuse(thief, one)]),
  ]),
  'accused by another, who is accused by a third that it accuses': of([
    good,
    accuse(honest, thief),
    accuse(third, honest),
    accuse(thief, third),
  ]),
  'accused by one that is exempt, whom it accuses': of([good, accuse(exempt, thief), accuse(thief, exempt)]),
  'accused by its authority, of which it says nothing': of([good], list(ca, [thief], { nextUpdate: day(27) })),
  'accused by a list, whose signer it accuses': of([good, accuse(thief, honestLists)], list(honestLists, [thief])),
  'accused by itself': of([good, accuse(thief, thief)]),
  'accused by itself and good by itself later': of([good, accuse(thief, thief), word(thief, thief, young)]),
  'held, and good by itself later': of([good, word(thief, thief, young)], hold(ca, thief)),
  'held by another, and good by itself later': of([
    good,
    accuse(honest, thief, 'certificateHold'),
    word(thief, thief, young),
  ]),
  'held, good by another that it made good': of([good, word(honest, honest, young)], hold(ca, thief)),
  'a list whose signer is on a list of its own': of([], list(thievishLists, [thievishLists])),
  'a list whose signer is held, and that does not list it': of(
    [],
    list(thievishLists, [], young),
    hold(ca, thievishLists),
  ),
  'a list whose signer is accused by one on that list': of(
    [accuse(honest, thievishLists)],
    list(thievishLists, [honest]),
  ),
  'a list whose signer is on a list of another, who is on that list': of(
    [],
    list(thievishLists, [honestLists]),
    list(honestLists, [thievishLists]),
  ),
};

const LAWFUL: Readonly<Record<string, Evidence>> = {
  'a good word of one who is not accused': of([good]),
  'the same, good by another': of([good, word(honest, thief)]),
  'the same, good by itself': of([good, word(thief, thief)]),
  'accused by a stranger': of([
    good,
    word(issue('Honest', authority('CA', null), { extensions: [purpose] }), thief, {
      status: { reason: 'superseded' },
    }),
  ]),
  'held, and good by another later': of([good, word(honest, thief, young)], hold(ca, thief)),
  'held, and off the list later': of([good], hold(ca, thief), list(ca, [], young)),
  'one that is exempt, beside another whom it accuses': of([word(exempt, leaf), accuse(exempt, honest)]),
  'accused by one whom an exempt one accuses': of([good, accuse(honest, thief), accuse(exempt, honest)]),
  'a list that lists others': of([], list(honestLists, [thief, honest])),
  'by one for signatures that commit': of([
    word(issue('Commits', ca, { extensions: [builder.keyUsageExtension(['nonRepudiation']), purpose] }), leaf),
  ]),
};

const judge = ({ ocspResponses, crls }: Evidence) =>
  evaluate(leaf, [root], [ca, honest, third, thievishLists, honestLists], {
    ...{ ocspResponses, crls: [...crls, makeCrl({ issuer: root })], revocationMode: 'Online' },
  });

describe('a delegate', () => {
  it.each(Object.entries(FORGED))('is not believed: %s', (_what, { ocspResponses, crls }) => {
    for (const result of [
      judge({ ocspResponses, crls }),
      judge({ ocspResponses: ocspResponses.toReversed(), crls: crls.toReversed() }),
    ]) {
      expect(result).toMatchObject({ isValid: false });
      expect(result.revocation.status).not.toBe('Good');
    }
  });

  it.each(Object.entries(LAWFUL))('is: %s', (_what, { ocspResponses, crls }) => {
    for (const result of [
      judge({ ocspResponses, crls }),
      judge({ ocspResponses: ocspResponses.toReversed(), crls: crls.toReversed() }),
    ]) {
      expect(result).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
    }
  });
});
