import type { SignatureCreated } from '../contract/http/signatures.ts';
import type { Certification } from '../contract/vocabulary/pdf-signing.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import type { Packaging, SignatureFormat, SignatureProfile } from '../contract/vocabulary/signature-formats.ts';
import type { SignatureRequest, StoredFile } from '../domain/records.ts';
import type { Told } from '../contract/vocabulary/sentence.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { signingProviderOf } from '../domain/signing-provider.ts';
import { StationError } from '../domain/station-error.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import { copyObject } from '../storage/copy-object.ts';
import { ObjectNotFound } from '../storage/object-store.ts';
import type { CreateSignature, ReceivedFile } from './accept-unit.ts';
import { acceptOrder, type AcceptPorts } from './create-signature.ts';
import { requireRequest } from './get-signature.ts';
import { placeOrder } from './place-order.ts';
import type { Caller } from './ports.ts';
import { stampOptionsOf, stampTextsOf, type StampTexts } from './stamp-options.ts';

/** What is to be different this time; whatever is left out stays as it was. */
export interface RetryOptions extends Partial<Undefinable<StampTexts>> {
  readonly format?: SignatureFormat | undefined;
  readonly profile?: SignatureProfile | undefined;
  readonly packaging?: Packaging | null | undefined;
  readonly signingProvider?: ProviderType | undefined;
  readonly certificateThumbprint?: string | null | undefined;
  readonly visibleSignature?: boolean | undefined;
  readonly signatureNote?: string | null | undefined;
  readonly signatureField?: string | null | undefined;
  readonly certification?: Certification | null | undefined;
  readonly appearancePageNumber?: number | undefined;
}

type Undefinable<T> = { readonly [K in keyof T]: T[K] | undefined };

/**
 * Does a failed request again, as a new one with a copy of its documents; the failed one stays as it is. Throws
 * SIGNATURE_INPUT_NOT_FOUND, SIGNATURE_ALREADY_COMPLETED where the request or another retry of it has come to a
 * signature, SIGNATURE_NOT_RETRYABLE in every other state but Failed, while another retry is under way and when the
 * documents are gone, and what createSignature throws.
 */
export async function retrySignature(
  ports: AcceptPorts,
  caller: Caller,
  id: string,
  options: RetryOptions,
  idempotencyKey: string | null,
): Promise<SignatureCreated> {
  const original = await requireRequest(ports, caller, id);
  refuseUnlessFailed(original);
  const stored = [original.input, ...original.additionalInputs];
  const { appearance } = original;
  const wanted = { ...orderAgain(original, stored, appearance, options), idempotencyKey };
  const sources = appearance === null ? stored : [...stored, appearance];
  return acceptOrder(ports, caller, wanted, async (file, index, marked) => {
    const source = sources[index];
    if (source === undefined) throw new Error('A retry has more files than its original.');
    await marked;
    await copyFile(ports, source, file);
  });
}

function refuseUnlessFailed({ request, input, additionalInputs, appearance }: RequestDetails): void {
  if (request.status === 'Completed') {
    throw new StationError('SIGNATURE_ALREADY_COMPLETED', tell('RETRY_COMPLETED'));
  }
  if (request.status !== 'Failed') {
    throw notRetryable(tell('RETRY_NOT_FAILED', { status: request.status }));
  }
  const files = [input, ...additionalInputs, ...(appearance === null ? [] : [appearance])];
  if (files.some((file) => file.deletedAt !== null)) throw documentGone();
}

/** In another format nothing is added to the signatures of the one before. */
const SIGN = { operation: 'sign', targetSignature: null, containerSignature: null } as const;

function orderAgain(
  { request }: RequestDetails,
  stored: readonly StoredFile[],
  appearance: StoredFile | null,
  options: RetryOptions,
): Omit<CreateSignature, 'idempotencyKey'> {
  const format = options.format ?? request.format;
  const files = stored.map(described);
  const isSameFormat = format === request.format;
  const { operation, targetSignature, containerSignature } = isSameFormat ? request : SIGN;
  const profile = options.profile ?? request.profile;
  const packaging = given(options.packaging, isSameFormat ? request.packaging : null);
  const order = placeOrder({
    ...{ format, profile, operation, packaging, targetSignature, containerSignature },
    visibleSignature: options.visibleSignature ?? request.visibleSignature,
    signatureNote: given(options.signatureNote, request.signatureNote),
    appearancePageNumber: options.appearancePageNumber ?? null,
    signatureField: given(options.signatureField, isSameFormat ? request.signatureField : null),
    certification: given(options.certification, isSameFormat ? request.certification : null),
    stampOptions: looksAgain(request, format, options),
    hasImage: appearance !== null,
  });
  return {
    ...order,
    // The page of before stands beside whatever is named anew.
    appearancePageNumber: options.appearancePageNumber ?? request.appearancePageNumber,
    signingProvider: options.signingProvider ?? signingProviderOf(request),
    certificateThumbprint: given(options.certificateThumbprint, request.certificateThumbprint),
    files,
    appearance: appearance === null ? null : { file: described(appearance), contentType: appearance.contentType },
    retryOf: request.id,
  };
}

const NOTHING: StampTexts = { signatureRect: null, signatureAnchor: null, stampTemplate: null };

function named({ signatureRect, signatureAnchor, stampTemplate }: RetryOptions): Partial<StampTexts> {
  return {
    ...(signatureRect !== undefined && { signatureRect }),
    ...(signatureAnchor !== undefined && { signatureAnchor }),
    ...(stampTemplate !== undefined && { stampTemplate }),
  };
}

/** A place that is named anew, in whichever way, replaces the one before; another format starts anew. */
function looksAgain(
  request: SignatureRequest,
  format: SignatureFormat,
  options: RetryOptions,
): CreateSignature['stampOptions'] {
  const kept = format === request.format ? stampTextsOf(request.stampOptions) : NOTHING;
  const changed = named(options);
  const isPlacedAnew =
    typeof changed.signatureRect === 'string' ||
    typeof changed.signatureAnchor === 'string' ||
    typeof options.signatureField === 'string' ||
    options.appearancePageNumber !== undefined;
  const place = isPlacedAnew ? { signatureRect: null, signatureAnchor: null } : {};
  return stampOptionsOf({ ...kept, ...place, ...changed });
}

/** Null is a choice, too. */
function given<T>(option: T | undefined, kept: T): T {
  return option === undefined ? kept : option;
}

function described({ originalFileName: clientFileName, size, sha256 }: StoredFile): ReceivedFile {
  return { path: '', clientFileName, size, sha256 };
}

async function copyFile({ objectStore: store }: AcceptPorts, source: StoredFile, target: StoredFile): Promise<void> {
  try {
    const sha256 = await copyObject({ store, key: source.storageKey }, { store, key: target.storageKey });
    if (sha256 === source.sha256) return;
  } catch (fault) {
    if (fault instanceof ObjectNotFound) throw documentGone();
    throw fault;
  }
  throw new StationError('SIGNING_OPERATION_FAILED', tell('DOCUMENT_NOT_RECEIVED_ONE'));
}

function documentGone(): StationError {
  return notRetryable(tell('DOCUMENT_NO_LONGER_STORED'));
}

function notRetryable(detail: Told): StationError {
  return new StationError('SIGNATURE_NOT_RETRYABLE', detail);
}
