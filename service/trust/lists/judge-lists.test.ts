import { beforeEach, describe, expect, it } from 'vitest';
import { LIST_OF_LISTS, NATIONAL_LIST } from '../../codecs/trusted-list/trusted-list.ts';
import { NOW, trust } from '../../verification/cades/cms-forgery.suite.ts';
import { judgeLists, type JudgedLists } from './judge-lists.ts';
import type { ListsTask } from './lists-protocol.ts';
import { CA_QC, list, listOfLists, operator, pointer, service, type ListParts } from './signed-list.suite.ts';

const journal = operator('Journal');
const second = operator('Second');
const third = operator('Third');
const country = operator('Country');
const stranger = operator('Stranger');
const [ca = new Uint8Array()] = trust.trustAnchors;
const services = service(ca, CA_QC, { status: 'granted', from: '2026-03-01T00:00:00Z' });

let files: Map<string, Uint8Array>;
beforeEach(() => {
  files = new Map([
    ['lotl.xml', listOfLists({ signer: journal, sequenceNumber: 5 }, [journal], [country])],
    ['XA.xml', national()],
  ]);
});

function national(parts: Partial<ListParts> = {}): Uint8Array {
  return list({ signer: country, services, ...parts });
}

function judge(changes: Partial<ListsTask> = {}): JudgedLists {
  const sources = [...files.keys()].map((name) => ({ name, file: name, location: null, territory: null }));
  const question = { sources, signers: [journal.certificate], territories: null, known: {}, at: NOW, ...changes };
  return judgeLists({ ...question, read: (file) => files.get(file) ?? new Uint8Array() });
}

/** As they are after they were asked for, each for its territory. */
function fetched(territories: Readonly<Record<string, string | null>>): ListsTask['sources'] {
  return Object.entries(territories).map(([name, territory]) => ({ name, file: name, location: name, territory }));
}

function codesOf({ refused }: JudgedLists): string[] {
  return refused.map(({ name, code }) => `${name} ${code}`);
}

describe('trusted lists', () => {
  it('are believed along the list of the lists', () => {
    const { accepted, refused } = judge();
    expect(refused).toEqual([]);
    expect(accepted.map(({ list: one }) => [one.territory, one.operator, one.services.length])).toEqual([
      ['EU', 'Operator', 0],
      ['XA', 'Operator', 1],
    ]);
  });

  it.each<[string, () => Uint8Array]>([
    ['LIST_MALFORMED', () => Buffer.from('')],
    ['LIST_MALFORMED', () => Buffer.from('<a/>')],
    ['LIST_MALFORMED', () => national({ before: (xml) => xml.replace(/<SchemeTerritory>.*<\/SchemeTerritory>/, '') })],
    ['LIST_MALFORMED', () => national({ before: (xml) => xml.replace('Identifier>5<', 'Identifier>4<') })],
    [
      'LIST_NOT_SIGNED',
      () =>
        Buffer.from(
          national()
            .toString()
            .replace(/<ds:Signature .*<\/ds:Signature>/s, ''),
        ),
    ],
    ['LIST_SIGNATURE_INVALID', () => Buffer.from(national().toString().replace('granted', 'withdrawn'))],
    ['LIST_SIGNER_UNKNOWN', () => national({ signer: stranger })],
    ['LIST_SIGNER_UNKNOWN', () => national({ signer: journal })],
    ['LIST_EXPIRED', () => national({ nextUpdate: '2026-09-30T00:00:00Z' })],
    ['LIST_CLOSED', () => national({ nextUpdate: '' })],
    ['LIST_NOT_YET_ISSUED', () => national({ issuedAt: '2026-10-05T00:00:00Z' })],
    ['LIST_TERRITORY_UNKNOWN', () => national({ territory: 'XB' })],
    ['LIST_SCHEME_UNKNOWN', () => national({ type: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/CClist' })],
  ])('are refused with %s', (code, spoiled) => {
    files.set('XA.xml', spoiled());
    expect(codesOf(judge())).toEqual([`XA.xml ${code}`]);
    expect(judge().accepted).toHaveLength(1);
  });

  it('bear one signature, not several', () => {
    const signed = Buffer.from(national()).toString();
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
    files.set(
      'XA.xml',
      Buffer.from(signed.replace('</TrustServiceStatusList>', `${signature}</TrustServiceStatusList>`)),
    );
    expect(codesOf(judge())).toEqual(['XA.xml LIST_SIGNED_SEVERAL_TIMES']);
  });

  it('of another country than was asked for are refused', () => {
    expect(codesOf(judge({ sources: fetched({ 'lotl.xml': 'EU', 'XA.xml': 'XB' }) }))).toEqual([
      'XA.xml LIST_TERRITORY_WRONG',
    ]);
  });

  it.each<[string, string | null, string[]]>([
    ['the server of another country', 'XB', ['false.xml LIST_SCHEME_UNKNOWN']],
    ['the server of a pivot', null, []],
  ])('are not taken away by %s that serves a list of the lists with a higher number', (_, territory, refused) => {
    files.set('false.xml', listOfLists({ signer: stranger, sequenceNumber: 99 }, [stranger], [stranger]));
    const verdict = judge({ sources: fetched({ 'lotl.xml': 'EU', 'XA.xml': 'XA', 'false.xml': territory }) });
    expect(codesOf(verdict)).toEqual(refused);
    expect(verdict.accepted.map(({ list: one }) => one.territory)).toEqual(['EU', 'XA']);
  });

  it('never go back to an older number', () => {
    expect(codesOf(judge({ known: { XA: 2 } }))).toEqual(['XA.xml LIST_OLDER']);
    expect(codesOf(judge({ known: { EU: 6 } }))).toEqual(['lotl.xml LIST_OLDER', 'XA.xml LIST_OF_LISTS_MISSING']);
    expect(codesOf(judge({ known: { XA: 1, EU: 5 } }))).toEqual([]);
  });

  it('count for nothing without a list of the lists that the Journal stands behind', () => {
    expect(codesOf(judge({ signers: [stranger.certificate] }))).toEqual([
      'lotl.xml LIST_SIGNER_UNKNOWN',
      'XA.xml LIST_OF_LISTS_MISSING',
    ]);
    files.delete('lotl.xml');
    expect(codesOf(judge())).toEqual(['XA.xml LIST_OF_LISTS_MISSING']);
  });

  it('of other countries are left out where the settings name some', () => {
    expect(judge({ territories: ['XB'] }).accepted.map(({ list: one }) => one.territory)).toEqual(['EU']);
  });

  it('that are pointed to and not there are asked for', () => {
    files.delete('XA.xml');
    expect(judge().wanted).toEqual([{ location: 'https://lists.test/XA.xml', territory: 'XA' }]);
  });
});

describe('pivots of the list of the lists', () => {
  const [first, later] = ['https://lists.test/pivot-6.xml', 'https://lists.test/pivot-7.xml'] as const;
  const notice = 'https://lists.test/notice.html';
  beforeEach(() => {
    files.set(
      'pivot-6.xml',
      listOfLists({ signer: journal, sequenceNumber: 6, informationUris: [first] }, [second], []),
    );
    const informationUris = [later, first, notice];
    files.set('pivot-7.xml', listOfLists({ signer: second, sequenceNumber: 7, informationUris }, [third], []));
    files.set('lotl.xml', listOfLists({ signer: third, sequenceNumber: 8, informationUris }, [third], [country]));
  });

  it('lead from the Journal to who signs today', () => {
    expect(codesOf(judge())).toEqual([]);
    expect(judge().accepted.map(({ list: one }) => one.sequenceNumber)).toEqual([8, 1]);
  });

  it('are asked for where one is missing', () => {
    files.delete('pivot-6.xml');
    const { wanted, ...verdict } = judge();
    expect(codesOf({ wanted, ...verdict })).toContain('lotl.xml LIST_PIVOT_MISSING');
    expect(wanted).toEqual([{ location: first, territory: null }]);
  });

  it('signed by who could not sign before lead nowhere', () => {
    files.set(
      'pivot-6.xml',
      listOfLists({ signer: second, sequenceNumber: 6, informationUris: [first] }, [second], []),
    );
    expect(codesOf(judge())).toContain('lotl.xml LIST_SIGNER_UNKNOWN');
  });

  it('in another order than their numbers lead nowhere', () => {
    files.set('pivot-7.xml', listOfLists({ signer: second, sequenceNumber: 6, informationUris: [first] }, [third], []));
    expect(codesOf(judge())).toContain('lotl.xml LIST_PIVOT_MISSING');
  });

  it('cannot be left out by who signs today', () => {
    files.set('lotl.xml', listOfLists({ signer: third, sequenceNumber: 8 }, [third], [country]));
    expect(codesOf(judge())).toContain('lotl.xml LIST_SIGNER_UNKNOWN');
  });

  it('may be the list of the lists itself', () => {
    files.delete('lotl.xml');
    files.set(
      'pivot-7.xml',
      list({
        ...{ signer: second, sequenceNumber: 7, type: LIST_OF_LISTS, territory: 'EU', informationUris: [later, first] },
        pointers: pointer(NATIONAL_LIST, 'XA', 'https://lists.test/XA.xml', country),
      }),
    );
    expect(codesOf(judge())).toEqual([]);
  });
});
