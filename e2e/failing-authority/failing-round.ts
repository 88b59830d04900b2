import { SIGNATURE_PROFILES, type SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import { AUTHORITIES } from '../actors/ca/make-test-ca.ts';
import { openEvidencePlace } from '../actors/station/evidence-place.ts';
import { createStationClient, UnexpectedAnswer, type StationClient } from '../actors/station/station-client.ts';
import type { AuthorityConduct } from '../actors/timestamps/timestamp-authority.ts';
import { kinds, nameOfKind, type Kind } from '../conformance/kinds.ts';
import { smallDocument } from '../documents/small-document.ts';
import { SeededRandom } from '../fuzz/random.ts';
import type { TallyLine } from './tally.ts';

/** All that an authority does wrong which may be over when it is asked again. */
const FAILURES: readonly AuthorityConduct[] = [
  ...(['fails-http', 'breaks-off', 'is-slow', 'is-ill', 'says-garbage', 'says-too-much', 'sends-html'] as const),
  ...(['redirects', 'answers-another-request', 'stamps-other-bytes', 'spoils-signature'] as const),
  ...(['has-expired', 'lacks-critical-purpose', 'has-another-purpose'] as const),
];

/** What is signed: every way in which each format can be, at every level that takes a timestamp. */
export interface Cell extends Kind {
  readonly profile: SignatureProfile;
}

export const CELLS: readonly Cell[] = SIGNATURE_PROFILES.filter((profile) => profile !== 'B').flatMap((profile) =>
  kinds().map((kind) => ({ ...kind, profile })),
);

/**
 * A station of its own signs `jobs` documents, each cell in turn, while four in ten answers of its timestamp authority are
 * wrong, as `seed` says. Throws an Error that names the first job which is below its level, was signed twice, or has
 * failed with anything handed out.
 */
export async function tryFailingAuthority(jobs: number, seed: number): Promise<TallyLine> {
  const place = await openEvidencePlace('failing-authority');
  try {
    const dataDirectory = place.newDataDirectory();
    place.registerCrls(dataDirectory, AUTHORITIES);
    const station = await place.start(dataDirectory, {
      'SigningJobRetry:MaxAttempts': '5',
      'SigningJobRetry:MaxBackoffMilliseconds': '200',
      'Timestamping:TimeoutMilliseconds': '1500',
    });
    try {
      const random = new SeededRandom(seed);
      const failures: Record<string, number> = {};
      // What fails depends on the seed and on how many were asked before, not on the clock.
      place.authority.behave(() => {
        if (random.natural(10) >= 4) return 'grants';
        const conduct = random.pick(FAILURES);
        failures[conduct] = (failures[conduct] ?? 0) + 1;
        return conduct;
      });
      const client = createStationClient(station.url);
      const ends = [];
      // By tens, so that a long round waits for each of them no longer than a short one.
      for (let first = 0; first < jobs; first += 10) {
        const some = Array.from({ length: Math.min(10, jobs - first) }, (_, index) => first + index);
        ends.push(...(await Promise.all(some.map((number) => oneJob(client, cellOf(number, seed))))));
      }
      await requireOneEach(station.url, ends.filter(({ isSigned }) => isSigned).length);
      const failed = ends.filter(({ isCompleted }) => !isCompleted).length;
      return { seed, jobs, failed, requests: place.authority.requests(), failures };
    } finally {
      await station.dispose();
    }
  } finally {
    await place.close();
  }
}

/** Rounds begin at different cells, so that short ones come to all of them, too. */
function cellOf(number: number, seed: number): Cell {
  const cell = CELLS[(number + seed * 7) % CELLS.length];
  if (cell === undefined) throw new Error('There is nothing to sign.');
  return cell;
}

interface JobEnd {
  readonly isCompleted: boolean;
  /** Whether the device was asked. */
  readonly isSigned: boolean;
}

async function oneJob(client: StationClient, cell: Cell): Promise<JobEnd> {
  const { packaging, ...fields } = cell;
  const { id } = await client.create(
    smallDocument(cell.format),
    packaging === null ? fields : { ...fields, packaging },
  );
  const view = await client.finished(id, 240_000);
  const name = `${nameOfKind(cell)} ${cell.profile} (${id})`;
  const { items } = await client.auditEvents(id);
  const staged = items.filter(({ eventType }) => eventType === 'SignatureStaged').length;
  if (staged > 1) throw new Error(`${name} was signed ${String(staged)} times.`);
  if (view.status !== 'Completed') {
    const hasReason = (view.errorCode ?? '').startsWith('TIMESTAMP_') && view.errorMessage !== null;
    const isBare = view.profileReached === null && view.contentUrl === null && (await hasNoContent(client, id));
    if (hasReason && isBare) return { isCompleted: false, isSigned: staged === 1 };
    throw new Error(
      `${name} is ${view.status} by ${String(view.errorCode)}, with something handed out or without a reason.`,
    );
  }
  const report = await client.verification(id);
  const said = [view.profileReached, report.overallStatus, report.signatures.at(0)?.profileReached ?? null];
  if (said.join() !== [cell.profile, 'VALID', cell.profile].join() || staged !== 1) {
    throw new Error(`${name} was completed as ${said.join(', ')}.`);
  }
  return { isCompleted: true, isSigned: true };
}

async function hasNoContent(client: StationClient, id: string): Promise<boolean> {
  try {
    await client.content(id);
    return false;
  } catch (error) {
    if (error instanceof UnexpectedAnswer && error.status === 409) return true;
    throw error;
  }
}

/** The devices themselves are asked how often they signed. */
async function requireOneEach(url: string, signed: number): Promise<void> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('provider_sign_operations_total'));
  const counted = lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  if (counted !== signed) throw new Error(`${String(signed)} jobs cost ${String(counted)} device signatures.`);
}
