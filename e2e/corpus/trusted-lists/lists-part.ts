import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TrustedList } from '../../../service/codecs/trusted-list/trusted-list.ts';
import { LIST_OF_LISTS } from '../../../service/codecs/trusted-list/trusted-list.ts';
import type { ListRefusal } from '../../../service/contract/vocabulary/list-refusals.ts';
import { judgeLists } from '../../../service/trust/lists/judge-lists.ts';
import { openList } from '../../../service/trust/lists/open-list.ts';
import type { CaseScore, CorpusPart } from '../corpus-part.ts';

const GOOD = 'good accepted';
const SPOILED = 'spoiled refused, with the reason';
const LATER_MILLISECONDS = 10 * 24 * 60 * 60 * 1000;
const PIVOT = '-pivot-';
const FIRST = 'eu-lotl_original.xml';

/** What a spoiled list is named after, and what fits that. */
const REASONS: readonly (readonly [RegExp, readonly ListRefusal[]])[] = [
  [/broken-sig/, ['LIST_SIGNATURE_INVALID']],
  [/empty|not-parsable|not-conform|not-compliant|non-compliant/, ['LIST_MALFORMED']],
  [/no-sig/, ['LIST_NOT_SIGNED']],
  [/two-sigs/, ['LIST_SIGNED_SEVERAL_TIMES']],
];

/**
 * EU trusted lists of years ago, each judged ten days after it and the first list of the lists were issued. The certificates of the Official Journal that
 * could sign the first list of the lists are not in the collection: those that this list names itself stand for them. A list
 * without its XML declaration is the same list (XML 1.0 2.8), and good.
 */
export const listsPart: CorpusPart = {
  name: 'trusted-lists',
  measures: [
    { name: GOOD, goal: 1, floor: 1 },
    { name: SPOILED, goal: 1, floor: 1 },
  ],
  cases: (folder) =>
    namesIn(folder).map((name) => {
      const wanted = reasonsOf(name);
      return {
        id: name,
        group: name.startsWith('eu-') ? 'list of the lists' : 'countries',
        about: wanted === null ? 'good' : `spoiled: ${wanted.join(' or ')}`,
        measures: [wanted === null ? GOOD : SPOILED],
      };
    }),
  open: (folder) => ({ try: (name) => Promise.resolve(tryList(below(folder), name)), dispose: () => undefined }),
};

function below(folder: string): string {
  return path.join(folder, 'trusted-lists');
}

function namesIn(folder: string): string[] {
  if (!existsSync(path.join(below(folder), FIRST))) return [];
  return readdirSync(below(folder)).filter((name) => name.endsWith('.xml'));
}

/** Null for a good one. */
function reasonsOf(name: string): readonly ListRefusal[] | null {
  return REASONS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function tryList(folder: string, name: string): CaseScore {
  const read = (file: string): Uint8Array => new Uint8Array(readFileSync(path.join(folder, file)));
  const first = openList(read(FIRST));
  const signers = first.pointers
    .filter(({ type }) => type === LIST_OF_LISTS)
    .flatMap(({ certificates }) => certificates);
  const isUnion = name.startsWith('eu-');
  const pivots = readdirSync(folder).filter((file) => file.includes(PIVOT) && name.includes(PIVOT) && file < name);
  const sources = [...(isUnion ? pivots : [FIRST]), name].map((file) => ({
    ...{ name: file, file, location: null, territory: null },
  }));
  const at = new Date(issuedAt(read(name), first).getTime() + LATER_MILLISECONDS);
  const { accepted, refused } = judgeLists({ ...{ sources, signers, at, read, territories: null, known: {} } });
  const isAccepted = accepted.some(({ source }) => source.name === name);
  const reason = refused.find((one) => one.name === name);
  const wanted = reasonsOf(name);
  const services = accepted.find(({ source }) => source.name === name)?.list.services.length;
  return {
    measures:
      wanted === null
        ? { [GOOD]: isAccepted }
        : { [SPOILED]: !isAccepted && reason !== undefined && wanted.includes(reason.code) },
    says: isAccepted ? `accepted, ${String(services)} services` : `${reason?.code ?? ''} ${reason?.reason ?? ''}`,
    facts: { at: at.toISOString() },
  };
}

/** Not before the list of the lists; of a spoiled list the time of that one, since it is refused at any time. */
function issuedAt(bytes: Uint8Array, first: TrustedList): Date {
  try {
    const own = openList(bytes).issuedAt;
    return own < first.issuedAt ? first.issuedAt : own;
  } catch {
    return first.issuedAt;
  }
}
