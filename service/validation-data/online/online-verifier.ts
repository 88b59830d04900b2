import { encodeOcspResponse } from '../../codecs/ocsp/ocsp-writer.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import { openTrustStore, parseAll } from '../../verification/certificate-path/trust-store.ts';
import type {
  TrustMaterial,
  VerificationOutcome,
  VerificationTask,
  Verifier,
  WantedEvidence,
} from '../../verification/verification.ts';
import { describeLiveEvidence } from './describe-live-evidence.ts';
import { MAX_CERTIFICATE_BYTES, type EvidenceFetcher, type Fetched } from './evidence-fetcher.ts';
import { FairTurns } from './fair-turns.ts';
import { gatherOnline, requestBudget, type OnlineGathering } from './gather-online.ts';

/** Says what it left open, so that it can be asked again with more evidence. */
interface AskingVerifier {
  judge(task: VerificationTask): Promise<{
    readonly outcome: VerificationOutcome;
    readonly wanted: readonly WantedEvidence[];
  }>;
}

/** A document of a stranger may make the station ask so often. */
const MAX_REQUESTS = 5;
/** The time of one request that is not answered, and once more for what is asked in its place. */
const REQUEST_TIMES = 2;
/** What is fetched for a document lies in memory until that is judged again, and servers may be as slow as they are let. */
const LIMITS = { atOnce: 8, atOncePerClient: 4, waitingPerClient: 64, waiting: 256 };

/**
 * Live revocation for the modes Online and SoftFail: a document is judged by what is at hand; where that leaves a path or
 * a revocation open, the evidence is asked for (OCSP, then CRL) and the document is judged again with it. The report says
 * where each answer came from and of when it is, and what could not be had. Offline asks nobody. For so many documents at a
 * time, and so many of one client; `requestMilliseconds` is how long one request may take, and twice as much all of a document's.
 */
export function createOnlineVerifier(
  verifier: AskingVerifier,
  fetcher: EvidenceFetcher,
  requestMilliseconds: number,
): Verifier {
  const turns = new FairTurns(LIMITS);
  return {
    async verify(task) {
      const { outcome, wanted } = await verifier.judge(task);
      const askedAbout = wanted.filter(({ certificates }) => certificates.every(isOfUsualSize));
      if (task.revocationMode === 'Offline' || askedAbout.length === 0) return outcome;
      const { kind, client } = task.asker ?? { kind: 'stored', client: '' };
      const who = `${kind} ${client}`;
      if (!turns.hasRoom(who)) throw new StationError('SERVICE_UNAVAILABLE', tell('TOO_MANY_WAIT_FOR_VERIFIER'));
      return turns.run(who, async () => {
        const { fetched, notes } = await fetchAll(askedAbout, task, fetcher, requestMilliseconds * REQUEST_TIMES);
        if (fetched.length === 0) return describeLiveEvidence(outcome, fetched, notes);
        const again = await verifier.judge({ ...task, trust: extended(task.trust, fetched) });
        return describeLiveEvidence(again.outcome, fetched, notes);
      });
    },
  };
}

/** Others are not read by this process, which answers everybody. */
function isOfUsualSize(certificate: Uint8Array): boolean {
  return certificate.length <= MAX_CERTIFICATE_BYTES;
}

/** What was in force is enough. */
const ANY_EVIDENCE = { madeSince: null, graceUntil: null };

async function fetchAll(
  wanted: readonly WantedEvidence[],
  { trust, at: now }: Pick<VerificationTask, 'trust' | 'at'>,
  fetcher: EvidenceFetcher,
  milliseconds: number,
): Promise<Pick<OnlineGathering, 'fetched' | 'notes'>> {
  const budget = requestBudget(MAX_REQUESTS, milliseconds);
  const fetched = new Set<Fetched>();
  const notes = new Set<string>();
  for (const { certificates, at } of wanted) {
    const question = { certificates: parseAll(certificates, parseCertificate), at, now, ...ANY_EVIDENCE };
    const known = openTrustStore(extended(trust, [...fetched]));
    try {
      const found = await gatherOnline(question, known, fetcher, budget);
      for (const one of found.fetched) fetched.add(one);
      for (const note of found.notes) notes.add(note);
    } catch (fault) {
      // A chain that takes too much work: what is known about it stays as it is.
      if (!(fault instanceof StationError)) throw fault;
      notes.add(fault.message);
    }
  }
  return { fetched: [...fetched], notes: [...notes] };
}

/** What was fetched is looked among like what is registered: nothing of it is an anchor. */
function extended(trust: TrustMaterial, fetched: readonly Fetched[]): TrustMaterial {
  if (fetched.length === 0) return trust;
  const of = (pick: (one: Fetched) => readonly Uint8Array[]): Uint8Array[] => fetched.flatMap(pick);
  return {
    ...trust,
    intermediates: [
      ...trust.intermediates,
      ...of((one) => (one.kind === 'certificate' ? one.certificates.map(({ der }) => der) : [])),
    ],
    crls: [...trust.crls, ...of((one) => (one.kind === 'crl' ? [one.crl.der] : []))],
    ocspResponses: [
      ...trust.ocspResponses,
      ...of((one) => (one.kind === 'ocsp' ? [encodeOcspResponse(one.response.der)] : [])),
    ],
  };
}
