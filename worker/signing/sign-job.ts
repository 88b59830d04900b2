import { rm } from 'node:fs/promises';
import type { SignatureFormat } from '../../service/contract/vocabulary/signing.ts';
import type { Claim } from '../../service/domain/claim.ts';
import type { CertificateRecord, SignatureRequest } from '../../service/domain/records.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { JobDetails, JobStore, NewAuditEvent, StartSigning } from '../../service/persistence/persistence.ts';
import type { SignatureAlgorithm, SigningDevice, SigningKey } from '../../service/providers/providers.ts';
import type { ObjectStore } from '../../service/storage/object-store.ts';
import { requestKeys } from '../../service/storage/storage-keys.ts';
import type { ValidationDataSource } from '../../service/validation-data/validation-data.ts';
import type { FormatEngine, PreparedSignature, SignedOutput } from '../engines/engine.ts';
import { openInputs, type JobInputs } from './job-inputs.ts';

export interface SigningContext {
  readonly store: JobStore;
  readonly objects: ObjectStore;
  readonly device: SigningDevice;
  readonly engines: Partial<Readonly<Record<SignatureFormat, FormatEngine>>>;
  /** Evidence for levels LT and LTA. */
  readonly validationData: ValidationDataSource;
  readonly hasTimestampAuthority: boolean;
  readonly timestampingFault: string | null;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Certificate facts for the record; DER in. */
  readonly describeCertificate: (
    certificate: Uint8Array,
  ) => Pick<CertificateRecord, 'thumbprint' | 'subject' | 'issuer' | 'serialNumber' | 'notBefore' | 'notAfter'>;
  /** A promotion that failed: the output is complete and is promoted when it is next read. */
  readonly onPromotionFailure: (fault: unknown) => void;
}

const ACTOR = 'worker';

/**
 * The three steps under one claim: the engine makes the data to be signed, the device makes the signature value, the
 * engine embeds it and checks its own output. Completion is one fenced write; the output's bytes lie under the attempt's
 * own key until then, so that a worker that lost its claim can't touch the winner's.
 */
export async function signJob(
  context: SigningContext,
  start: StartSigning,
  details: JobDetails,
): Promise<'done' | 'lost'> {
  const engine = engineFor(context, details.request);
  const key = await context.device.selectKey({
    tenantId: details.request.tenantId,
    providerType: details.request.signingProvider,
    thumbprint: details.request.certificateThumbprint,
  });
  const renewal = start(selectionEvents(context, key));
  const inputs = await openInputs(context.objects, details);
  try {
    return await signInputs(context, engine, details, key, inputs, renewal);
  } finally {
    await inputs.release();
  }
}

/** Whatever becomes of the job, they say which key it was about to be signed with. */
function selectionEvents(context: SigningContext, key: SigningKey): readonly NewAuditEvent[] {
  const { thumbprint, subject } = context.describeCertificate(key.certificate);
  return [
    event(context, 'SigningProviderSelected', { providerId: key.providerId, providerType: key.providerType }),
    event(context, 'CertificateResolved', { thumbprint, subject }),
  ];
}

async function signInputs(
  context: SigningContext,
  engine: FormatEngine,
  details: JobDetails,
  key: SigningKey,
  { document, additionalDocuments, appearance }: JobInputs,
  renewal: Promise<Claim | 'lost'>,
): Promise<'done' | 'lost'> {
  const { request } = details;
  const keys = requestKeys(request.tenantId, request.id, request.createdAt);
  const stagedKey = keys.stagedOutput(details.job.attempt);
  const outputPath = await context.objects.stagingPath(stagedKey);
  const algorithm = preferredAlgorithm(key);
  const task = {
    request,
    document,
    additionalDocuments,
    appearance,
    outputPath,
    key,
    algorithm,
    at: context.now(),
  };
  const prepared = await engine.prepare(task);
  try {
    const claim = await renewal;
    if (claim === 'lost') return 'lost';
    const output = await signPrepared(context, prepared, key, algorithm);
    await context.objects.putFile(stagedKey, outputPath);
    return await complete(context, claim, { key, algorithm, output, stagedKey, signedKey: keys.signed });
  } catch (fault) {
    await rm(outputPath, { force: true });
    throw fault;
  } finally {
    await prepared.discard();
  }
}

async function signPrepared(
  context: SigningContext,
  prepared: PreparedSignature,
  key: SigningKey,
  algorithm: SignatureAlgorithm,
): Promise<SignedOutput> {
  const signatureValue = await context.device.sign({
    providerId: key.providerId,
    keyId: key.keyId,
    algorithm,
    dataToBeSigned: prepared.dataToBeSigned,
    digest: prepared.digest,
  });
  return prepared.embed(signatureValue);
}

interface Finished {
  readonly key: SigningKey;
  readonly algorithm: SignatureAlgorithm;
  readonly output: SignedOutput;
  readonly stagedKey: string;
  readonly signedKey: string;
}

async function complete(
  context: SigningContext,
  claim: Claim,
  { key, algorithm, output, stagedKey, signedKey }: Finished,
): Promise<'done' | 'lost'> {
  const at = context.now();
  const outputId = context.newId();
  const certificate = certificateRecord(context, key, at);
  const result = await context.store.completeJob(claim, {
    output: {
      id: outputId,
      storageKey: signedKey,
      originalFileName: output.fileName,
      contentType: output.contentType,
      size: output.size,
      sha256: output.sha256,
      createdAt: at,
      deletedAt: null,
      stagedKey,
    },
    certificate,
    at,
    audit: [
      event(context, 'SigningCompleted', { scheme: algorithm.scheme, hash: algorithm.hash, attempt: claim.attempt }),
      event(context, 'OutputStored', { sha256: output.sha256, size: output.size }),
    ],
  });
  if (result === 'lost') {
    await context.objects.delete(stagedKey);
    return 'lost';
  }
  await promote(context, stagedKey, signedKey);
  return 'done';
}

/** The job is complete already; bytes that could not be promoted now are found under the staged key and promoted later. */
async function promote(context: SigningContext, stagedKey: string, signedKey: string): Promise<void> {
  try {
    await context.objects.promote(stagedKey, signedKey);
  } catch (fault) {
    context.onPromotionFailure(fault);
  }
}

function engineFor(context: SigningContext, request: SignatureRequest): FormatEngine {
  if (request.profile !== 'B') {
    if (!context.hasTimestampAuthority) {
      throw new StationError(
        'TIMESTAMP_AUTHORITY_UNAVAILABLE',
        `Profile ${request.profile} needs a timestamp authority and none is configured (Timestamping:Url).`,
      );
    }
    if (context.timestampingFault !== null) {
      throw new StationError('TIMESTAMP_AUTHORITY_UNAVAILABLE', context.timestampingFault);
    }
    throw new StationError('SIGNATURE_PROFILE_UNSUPPORTED', 'This version of the station signs profile B only.');
  }
  const engine = context.engines[request.format];
  if (engine === undefined) {
    throw new StationError('SIGNATURE_FORMAT_UNSUPPORTED', `This version of the station can't sign ${request.format}.`);
  }
  return engine;
}

function preferredAlgorithm(key: SigningKey): SignatureAlgorithm {
  const [algorithm] = key.algorithms;
  if (algorithm === undefined) {
    throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', 'The device offers no signature algorithm for this key.');
  }
  return algorithm;
}

function certificateRecord(context: SigningContext, key: SigningKey, at: Date): CertificateRecord {
  return {
    ...context.describeCertificate(key.certificate),
    // Not from the certificate: the same one may be in use through two providers, with a record for each.
    id: context.newId(),
    providerType: key.providerType,
    providerReference: key.providerId,
    createdAt: at,
  };
}

function event(
  context: SigningContext,
  eventType: NewAuditEvent['eventType'],
  metadata: NewAuditEvent['metadata'],
): NewAuditEvent {
  return { id: context.newId(), eventType, actor: ACTOR, metadata };
}
