import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Claim } from '../../domain/claim.ts';
import type { CertificateRecord } from '../../domain/records.ts';
import type { Completion, FencedResult, JobStore } from '../persistence.ts';
import { completedJob, completedRequest } from '../tables/state-changes.ts';
import { auditAfter, auditAsJson } from './audit.ts';
import { ownedJob, takenBack, uselessMessage } from './owned-job.ts';
import { certificates, outboxMessages, signatureRequests, signingJobs, storedFiles } from './schema.ts';
import { placeholders, statement, writtenStatement } from './statements.ts';
import type { Unit, Units } from './units.ts';
import { insertRows, rowsAsJson } from './whole-rows.ts';

const completeJob = (database: NodePgDatabase) =>
  database
    .update(signingJobs)
    .set(completedJob(signingJobs))
    .where(ownedJob(database, ['Processing']))
    .returning({ requestId: signingJobs.signatureRequestId });

const completeRequest = (database: NodePgDatabase) =>
  database
    .update(signatureRequests)
    .set(completedRequest(signatureRequests))
    .where(sql`${signatureRequests.id} = (SELECT signature_request_id FROM job)`)
    .returning({
      id: signatureRequests.id,
      tenantId: signatureRequests.tenantId,
      correlationId: signatureRequests.correlationId,
      messageId: signatureRequests.messageId,
    });

const takeMessageBack = (database: NodePgDatabase) =>
  database
    .update(outboxMessages)
    .set(takenBack)
    .where(uselessMessage(sql`(SELECT message_id FROM request)`));

/** All of it, or, where the claim is not the caller's any more, nothing. */
const completeAll = writtenStatement<{ readonly id: string }>(
  'complete_job',
  (database) => sql`WITH job AS ${completeJob(database)},
  request AS ${completeRequest(database)},
  taken_back AS ${takeMessageBack(database)},
  output AS (${insertRows({
    ...{ table: storedFiles, parameter: 'output', after: 'request' },
    filled: { signature_request_id: sql`earlier.id` },
  })}),
  audit AS (${auditAfter('request')})
  SELECT id FROM request`,
);

const completedBefore = statement('completed_before', (database, name) =>
  database
    .select({ found: sql`1` })
    .from(signingJobs)
    .innerJoin(signatureRequests, eq(signatureRequests.id, signingJobs.signatureRequestId))
    .where(
      and(
        eq(signingJobs.id, sql.placeholder('jobId')),
        eq(signingJobs.attempt, sql.placeholder('attempt')),
        eq(signatureRequests.outputFileId, sql.placeholder('outputFileId')),
      ),
    )
    .prepare(name),
);

/** Ids of the certificate records that were seen, which stay. */
type KnownCertificates = Map<string, string>;
const MAX_KNOWN_CERTIFICATES = 1_000;

/** Writes the completion with the id of a certificate record, if the claim is still the caller's. */
type Write = (unit: Unit, certificateId: string | null) => Promise<FencedResult>;

/** How a job ends well; see createResultStore. */
export function createCompletionStore(units: Units): Pick<JobStore, 'completeJob'> {
  const known: KnownCertificates = new Map();
  return { completeJob: (claim, completion) => complete(units, claim, completion, known) };
}

function complete(
  units: Units,
  claim: Claim,
  { output, certificate, evidenceGoodUntil, at, audit }: Completion,
  known: KnownCertificates,
): Promise<FencedResult> {
  const values = {
    ...claim,
    ...{ at, evidenceGoodUntil, outputFileId: output.id },
    output: rowsAsJson(storedFiles, [{ ...output, signatureRequestId: null }]),
    audit: auditAsJson(audit, at),
  };
  const write: Write = async (unit, certificateId) =>
    (await completeAll(unit, { ...values, certificateId })).length > 0 ? 'done' : 'lost';
  const certificateId = certificate === null ? null : known.get(certificateKey(certificate));
  if (certificate !== null && certificateId === undefined) return completeWithNew(units, certificate, known, write);
  return units.writeAtOnce(async (unit, isAgain) => {
    if ((await write(unit, certificateId ?? null)) === 'done') return 'done';
    return isAgain && (await completedBefore(unit).execute(values)).length > 0 ? 'done' : 'lost';
  });
}

/** Thrown to take back what was written beside a claim that is lost. */
class ClaimLost extends Error {}

/** The first completion with a certificate: its record is written in the same unit, and only where the claim holds. */
async function completeWithNew(
  units: Units,
  certificate: CertificateRecord,
  known: KnownCertificates,
  write: Write,
): Promise<FencedResult> {
  try {
    const kept = await units.write(async (unit) => {
      const id = await keepCertificate(unit, certificate);
      if ((await write(unit, id)) === 'lost') throw new ClaimLost();
      return id;
    });
    if (known.size >= MAX_KNOWN_CERTIFICATES) known.clear();
    known.set(certificateKey(certificate), kept);
    return 'done';
  } catch (fault) {
    if (fault instanceof ClaimLost) return 'lost';
    throw fault;
  }
}

function certificateKey({ thumbprint, providerType, providerReference }: CertificateRecord): string {
  return JSON.stringify([thumbprint, providerType, providerReference]);
}

const findCertificate = statement('find_certificate', (database, name) =>
  database
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.thumbprint, sql.placeholder('thumbprint')),
        eq(certificates.providerType, sql.placeholder('providerType')),
        eq(certificates.providerReference, sql.placeholder('providerReference')),
      ),
    )
    .prepare(name),
);

const insertCertificate = statement('insert_certificate', (database, name) =>
  database.insert(certificates).values(placeholders(certificates)).onConflictDoNothing().prepare(name),
);

/** One record per certificate and provider entry: answers the id of the one there is, or stores this one. */
async function keepCertificate(unit: Unit, certificate: CertificateRecord): Promise<string> {
  const [known] = await findCertificate(unit).execute({ ...certificate });
  if (known !== undefined) return known.id;
  // Another unit may store it at the same moment: then this one waits for it, and finds it.
  await insertCertificate(unit).execute({ ...certificate });
  const [kept] = await findCertificate(unit).execute({ ...certificate });
  if (kept === undefined) throw new Error('A certificate record has the id of another one.');
  return kept.id;
}
