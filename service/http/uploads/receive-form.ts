import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import { factsOf } from '../request-facts.ts';
import type { ReceivedPart } from './part-sinks.ts';
import { createFairSlots } from '../fair-slots.ts';
import { discardUpload, newUpload, refusedPart, uploadEngine, type Upload, type UploadPlace } from './upload-engine.ts';
import {
  EARLY_CHECK_BYTES,
  FORM_OVERHEAD_BYTES,
  invalidForm,
  MAX_CONCURRENT_UPLOADS,
  MULTIPART_LIMITS,
  tooLarge,
  type UploadRules,
} from './upload-rules.ts';

/** A multipart form that was received whole. Whoever has it must call `discard` at the end. */
export interface ReceivedForm {
  /** Text fields, each sent once. */
  readonly fields: ReadonlyMap<string, string>;
  readonly parts: readonly ReceivedPart[];
  /** Deletes what is left of the form's files and gives their memory back. Never rejects. */
  discard(): Promise<void>;
}

/** `client` tells senders apart that share the slots for uploads. */
export type FormReceiver = (request: Request, response: Response, client: string) => Promise<ReceivedForm>;

/**
 * Makes a receiver. It rejects with SIGNATURE_REQUEST_INVALID (400, or 413 for what is too large) as soon as a rule is
 * broken, and with SERVICE_UNAVAILABLE when too many forms are being received; nothing is left behind then, nor when the client goes away.
 */
export function createFormReceiver(rules: UploadRules, place: UploadPlace): FormReceiver {
  const uploads = new WeakMap<object, Upload>();
  const middleware = multer({
    storage: uploadEngine(uploads, rules, place),
    limits: { ...MULTIPART_LIMITS, files: filesAllowed(rules) },
    defParamCharset: 'utf8',
    // Names are cleaned when they are stored; the parser would make nothing of `..`, and drop the file with it.
    preservePath: true,
    fileFilter: (request, file, callback) => {
      const upload = uploads.get(request);
      const error =
        upload === undefined ? undefined : (refusedPart(upload, rules, file) ?? refusedFields(request, rules));
      if (error === undefined) {
        callback(null, true);
        return;
      }
      upload?.refuse(error);
      callback(error);
    },
  }).any();
  const slots = createFairSlots(MAX_CONCURRENT_UPLOADS, tell('TOO_MANY_UPLOADS'));
  return async (request, response, client) => {
    refuseEarly(request, rules);
    const giveBack = slots.take(client);
    try {
      return await receive(middleware, uploads, { rules, place }, request, response);
    } finally {
      giveBack();
    }
  };
}

function filesAllowed(rules: UploadRules): number {
  return [...rules.files.values()].reduce((sum, { maxCount }) => sum + maxCount, 0);
}

/** What is wrong can often be told from the headers, before a byte of the body. */
function refuseEarly(request: Request, rules: UploadRules): void {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw invalidForm('The body must be multipart/form-data.');
  }
  const match = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  // RFC 2046, 5.1.1: 1 to 70 characters.
  if (boundary.length < 1 || boundary.length > 70) throw invalidForm('The boundary is missing or too long.');
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > rules.maxTotalBytes + FORM_OVERHEAD_BYTES) {
    throw tooLarge(tell('UPLOAD_TOO_LARGE', { bytes: rules.maxTotalBytes }));
  }
}

/** What is wrong with the fields that came before a file, when enough is still to come that it matters. */
function refusedFields(request: Request, rules: UploadRules): Error | undefined {
  const announced = Number(request.headers['content-length'] ?? Infinity);
  if (rules.checkEarly === undefined || announced < EARLY_CHECK_BYTES) return undefined;
  try {
    rules.checkEarly(textFields(request.body));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : invalidForm('The form cannot be read.', error);
  }
}

async function receive(
  middleware: RequestHandler,
  uploads: WeakMap<object, Upload>,
  { rules, place }: { readonly rules: UploadRules; readonly place: UploadPlace },
  request: Request,
  response: Response,
): Promise<ReceivedForm> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const upload = newUpload((error) => reject(readable(error)));
  uploads.set(request, upload);
  try {
    const facts = factsOf(request);
    if (facts.awaitsContinue) {
      facts.awaitsContinue = false;
      response.writeContinue();
    }
    middleware(request, response, (error: unknown) => {
      if (error === undefined) resolve(undefined);
      else reject(readable(error));
    });
    if (request.headers['content-length'] === undefined) refuseEndless(request, upload, rules);
    await promise;
    return { fields: textFields(request.body), parts: upload.parts, discard: () => discardUpload(upload, place) };
  } catch (error) {
    const discarded = discardUpload(upload, place);
    // The refusal must not wait for a body that is still coming.
    if (request.complete) await discarded;
    throw error;
  }
}

/** multer's and busboy's complaints, in words for the sender; our own errors and the disk's stay what they are. */
function readable(error: unknown): unknown {
  if (error instanceof multer.MulterError) {
    const field = error.field === undefined ? '' : ` (${error.field.slice(0, 100)})`;
    return invalidForm(`${error.message}${field}`, error);
  }
  const isOfTheDisk = error instanceof Error && 'syscall' in error;
  if (error instanceof StationError || isOfTheDisk) return error;
  return invalidForm('The multipart body is broken off or malformed.', error);
}

/** Of a body without a length the parser may skip any amount that belongs to no part: all of it is counted. */
function refuseEndless(request: Request, upload: Upload, rules: UploadRules): void {
  const allowed = rules.maxTotalBytes + FORM_OVERHEAD_BYTES;
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > allowed) upload.refuse(tooLarge(tell('BODY_TOO_LARGE', { bytes: allowed })));
  });
}

function textFields(body: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(body ?? {})) {
    const shown = name.slice(0, 100);
    if (typeof value !== 'string') throw invalidForm(tell('FIELD_NOT_ONCE', { field: shown }));
    if (value.includes('\u0000') || !value.isWellFormed()) {
      throw invalidForm(tell('FIELD_CHARACTERS_FORBIDDEN', { field: shown }));
    }
    fields.set(name, value);
  }
  return fields;
}
