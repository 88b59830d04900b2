import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import { factsOf } from '../request-facts.ts';
import { partToDisk, partToMemory, type Meter, type ReceivedPart } from './part-sinks.ts';
import { FORM_OVERHEAD_BYTES, invalidForm, MULTIPART_LIMITS, tooLarge, type UploadRules } from './upload-rules.ts';

/** A multipart form that was received whole. Whoever has it must call `discard` at the end. */
export interface ReceivedForm {
  /** Text fields, each sent once. */
  readonly fields: ReadonlyMap<string, string>;
  readonly parts: readonly ReceivedPart[];
  /** Deletes what is left of the form's files on disk. */
  discard(): Promise<void>;
}

export type FormReceiver = (request: Request, response: Response) => Promise<ReceivedForm>;

interface Upload {
  readonly parts: ReceivedPart[];
  readonly paths: string[];
  readonly pending: Set<Promise<unknown>>;
  readonly counts: Map<string, number>;
  totalBytes: number;
  /** Ends the request at once; multer by itself would read the rest of the body first. */
  readonly refuse: (error: Error) => void;
}

/**
 * Makes a receiver. Files go to `directory` under names of our own, or stay in memory where that is null. Rejects with
 * SIGNATURE_REQUEST_INVALID (400, or 413 for what is too large) as soon as a rule is broken; nothing is left on disk
 * then, nor when the client goes away.
 */
export function createFormReceiver(rules: UploadRules, directory: string | null): FormReceiver {
  const uploads = new WeakMap<object, Upload>();
  const middleware = multer({
    storage: storageEngine(uploads, rules, directory),
    limits: { ...MULTIPART_LIMITS, files: filesAllowed(rules) },
    defParamCharset: 'utf8',
    fileFilter: (request, file, callback) => {
      const error = refusedPart(uploads.get(request), rules, file.fieldname);
      if (error === undefined) {
        callback(null, true);
        return;
      }
      uploads.get(request)?.refuse(error);
      callback(error);
    },
  }).any();
  return async (request, response) => {
    refuseEarly(request, rules);
    return receive(middleware, uploads, request, response);
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
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const boundaryText = boundary?.[1] ?? boundary?.[2] ?? '';
  // RFC 2046, 5.1.1: 1 to 70 characters.
  if (boundaryText.length < 1 || boundaryText.length > 70)
    throw invalidForm('The multipart boundary is missing or too long.');
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > rules.maxTotalBytes + FORM_OVERHEAD_BYTES) {
    throw tooLarge(`The upload is larger than the ${rules.maxTotalBytes} bytes that are allowed.`);
  }
}

async function receive(
  middleware: RequestHandler,
  uploads: WeakMap<object, Upload>,
  request: Request,
  response: Response,
): Promise<ReceivedForm> {
  let upload: Upload | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      upload = { parts: [], paths: [], pending: new Set(), counts: new Map(), totalBytes: 0, refuse: reject };
      uploads.set(request, upload);
      const facts = factsOf(request);
      if (facts.awaitsContinue) {
        facts.awaitsContinue = false;
        response.writeContinue();
      }
      middleware(request, response, (error: unknown) => {
        if (error === undefined) resolve();
        else reject(asError(readable(error)));
      });
    });
    const fields = textFields(request.body);
    return { fields, parts: upload?.parts ?? [], discard: () => discard(upload) };
  } catch (error) {
    const discarded = discard(upload);
    // The refusal must not wait for a body that is still coming.
    if (request.complete) await discarded;
    throw error;
  }
}

async function discard(upload: Upload | undefined): Promise<void> {
  if (upload === undefined) return;
  await Promise.allSettled(upload.pending);
  await Promise.all(upload.paths.map((path) => rm(path, { force: true })));
}

/** multer's and busboy's complaints, in words for the sender; our own errors and the disk's stay what they are. */
function readable(error: unknown): unknown {
  if (error instanceof multer.MulterError) {
    const field = error.field === undefined ? '' : ` (${error.field.slice(0, 100)})`;
    return invalidForm(`${error.message}${field}`, error);
  }
  if (error instanceof Error && error.name === 'StationError') return error;
  const isOfTheDisk = error instanceof Error && 'syscall' in error;
  return isOfTheDisk ? error : invalidForm('The multipart body is broken off or malformed.', error);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Something that is no error was thrown.', { cause: error });
}

function refusedPart(upload: Upload | undefined, rules: UploadRules, fieldName: string) {
  const rule = rules.files.get(fieldName);
  if (upload === undefined || rule === undefined) return invalidForm('The form has a file field that is not known.');
  const count = (upload.counts.get(fieldName) ?? 0) + 1;
  upload.counts.set(fieldName, count);
  return count > rule.maxCount ? invalidForm(`The field ${fieldName} was sent too often.`) : undefined;
}

function storageEngine(
  uploads: WeakMap<object, Upload>,
  rules: UploadRules,
  directory: string | null,
): multer.StorageEngine {
  return {
    _handleFile(request, file, callback) {
      const upload = uploads.get(request);
      if (upload === undefined) {
        callback(new Error('This request is not being received.'));
        return;
      }
      const work = keepPart(upload, file, meterOf(upload, rules, file.fieldname), directory);
      const settled = work.then(
        () => callback(null, {}),
        (error: unknown) => {
          upload.refuse(asError(readable(error)));
          callback(error);
        },
      );
      upload.pending.add(settled);
    },
    // Files are deleted by `discard`, which knows all of them.
    _removeFile: (_request, _file, callback) => callback(null),
  };
}

async function keepPart(
  upload: Upload,
  file: Express.Multer.File,
  meter: Meter,
  directory: string | null,
): Promise<void> {
  const stream: Readable = file.stream;
  const named = { fieldName: file.fieldname, clientFileName: file.originalname };
  // The order of the parts is the client's; the place is taken before the bytes have come.
  const place = upload.parts.length;
  const pathOrNull = directory === null ? null : join(directory, `${randomUUID()}.upload`);
  const empty = { ...named, size: 0, sha256: '', path: pathOrNull, bytes: null };
  upload.parts.push(empty);
  if (pathOrNull === null) {
    const bytes = await partToMemory(stream, meter);
    upload.parts[place] = { ...empty, size: bytes.length, bytes };
    return;
  }
  upload.paths.push(pathOrNull);
  upload.parts[place] = { ...empty, ...(await partToDisk(stream, pathOrNull, meter)) };
}

function meterOf(upload: Upload, rules: UploadRules, fieldName: string): Meter {
  const maxBytes = rules.files.get(fieldName)?.maxBytes ?? 0;
  let received = 0;
  return (byteCount) => {
    received += byteCount;
    upload.totalBytes += byteCount;
    if (received > maxBytes)
      throw tooLarge(`The field ${fieldName} is larger than the ${maxBytes} bytes that are allowed.`);
    if (upload.totalBytes > rules.maxTotalBytes) {
      throw tooLarge(`The files together are larger than the ${rules.maxTotalBytes} bytes that are allowed.`);
    }
  };
}

function textFields(body: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value !== 'string')
      throw invalidForm(`The field ${name.slice(0, 100)} must be sent once, as plain text.`);
    if (value.includes('\u0000') || !value.isWellFormed()) {
      throw invalidForm(`The field ${name.slice(0, 100)} holds characters that are not allowed.`);
    }
    fields.set(name, value);
  }
  return fields;
}
