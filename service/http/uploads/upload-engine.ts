import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type multer from 'multer';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import { partToDisk, partToMemory, type Meter, type ReceivedPart } from './part-sinks.ts';
import { UPLOAD_SUFFIX } from './stale-uploads.ts';
import { invalidForm, tooLarge, type MemoryBudget, type UploadRules } from './upload-rules.ts';

/** Those of Content-Transfer-Encoding that change no byte (RFC 2045, 6.2). */
const IDENTITIES: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

/** Where received files go: a folder, under names of our own, or memory. */
export type UploadPlace =
  { readonly kind: 'folder'; readonly directory: string } | { readonly kind: 'memory'; readonly budget: MemoryBudget };

/** One form while it is received. */
export interface Upload {
  readonly parts: ReceivedPart[];
  readonly paths: string[];
  /** Parts that are being taken; none of them rejects. */
  readonly pending: Set<Promise<void>>;
  readonly counts: Map<string, number>;
  totalBytes: number;
  /** What the form has taken of the memory budget. */
  budgetedBytes: number;
  /** Ends the request at once; multer by itself would read the rest of the body first. */
  readonly refuse: (error: unknown) => void;
}

export function newUpload(refuse: Upload['refuse']): Upload {
  return { parts: [], paths: [], pending: new Set(), counts: new Map(), totalBytes: 0, budgetedBytes: 0, refuse };
}

/** What is wrong with a file part by its name, its place and its headers, or undefined. Counts it. */
export function refusedPart(upload: Upload, rules: UploadRules, file: Express.Multer.File): StationError | undefined {
  const fieldName = file.fieldname;
  const rule = rules.files.get(fieldName);
  if (rule === undefined) {
    const known = [...rules.files.keys()].join(', ');
    return invalidForm(`There is no file field ${JSON.stringify(fieldName)} here. Files are sent as: ${known}`);
  }
  const count = (upload.counts.get(fieldName) ?? 0) + 1;
  upload.counts.set(fieldName, count);
  if (count > rule.maxCount) return invalidForm(`The field ${fieldName} was sent too often.`);
  // Nobody would undo it, and the encoded text would be signed in place of the file (RFC 7578, 4.7).
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the header is, and is refused
  return IDENTITIES.has(file.encoding.toLowerCase())
    ? undefined
    : invalidForm('A file of the form is encoded for transfer.');
}

/** The part of multer that takes the bytes of the files. */
export function uploadEngine(
  uploads: WeakMap<object, Upload>,
  rules: UploadRules,
  place: UploadPlace,
): multer.StorageEngine {
  return {
    _handleFile(request, file, callback) {
      const upload = uploads.get(request);
      if (upload === undefined) {
        callback(new Error('This request is not being received.'));
        return;
      }
      const meter = refusing(upload, meterOf(upload, rules, file.fieldname, place));
      const taken = takePart(upload, file, meter, place).then(
        () => callback(null, {}),
        (error: unknown) => {
          upload.refuse(error);
          callback(error);
        },
      );
      upload.pending.add(taken);
    },
    // Files are deleted by `discardUpload`, which knows all of them.
    _removeFile: (_request, _file, callback) => callback(null),
  };
}

/** Waits for what is being written, deletes what is left on disk and gives the memory budget back. Never rejects. */
export async function discardUpload(upload: Upload, place: UploadPlace): Promise<void> {
  await Promise.all(upload.pending);
  await Promise.all(upload.paths.map(removeIfThere));
  if (place.kind === 'memory') place.budget.usedBytes -= upload.budgetedBytes;
  upload.budgetedBytes = 0;
}

/**
 * Most files were moved into the store by now. What cannot be deleted is left for a start a day later, which removes
 * it: a request is not failed for it.
 */
async function removeIfThere(path: string): Promise<void> {
  if (existsSync(path)) await unlink(path).catch(() => undefined);
}

async function takePart(upload: Upload, file: Express.Multer.File, meter: Meter, place: UploadPlace): Promise<void> {
  const part: ReceivedPart = {
    fieldName: file.fieldname,
    clientFileName: file.originalname,
    size: 0,
    sha256: '',
    path: place.kind === 'folder' ? join(place.directory, `${randomUUID()}${UPLOAD_SUFFIX}`) : null,
    bytes: null,
  };
  // The order of the parts is the client's: the place is taken before the bytes have come.
  const index = upload.parts.push(part) - 1;
  if (part.path === null) {
    const bytes = await partToMemory(file.stream, meter);
    upload.parts[index] = { ...part, size: bytes.length, bytes };
    return;
  }
  upload.paths.push(part.path);
  upload.parts[index] = { ...part, ...(await partToDisk(file.stream, part.path, meter)) };
}

/** Says why before the stream is ended for it: to the parser that looks like a body that broke off. */
function refusing(upload: Upload, meter: Meter): Meter {
  return (byteCount) => {
    try {
      meter(byteCount);
    } catch (error) {
      upload.refuse(error);
      throw error;
    }
  };
}

function meterOf(upload: Upload, rules: UploadRules, fieldName: string, place: UploadPlace): Meter {
  const maxBytes = rules.files.get(fieldName)?.maxBytes ?? 0;
  let received = 0;
  return (byteCount) => {
    received += byteCount;
    upload.totalBytes += byteCount;
    if (received > maxBytes) {
      throw tooLarge(tell('FIELD_TOO_LARGE', { field: fieldName, bytes: maxBytes }));
    }
    if (upload.totalBytes > rules.maxTotalBytes) {
      throw tooLarge(tell('FILES_TOO_LARGE', { bytes: rules.maxTotalBytes }));
    }
    if (place.kind === 'memory') charge(upload, place.budget, byteCount);
  };
}

function charge(upload: Upload, budget: MemoryBudget, byteCount: number): void {
  budget.usedBytes += byteCount;
  upload.budgetedBytes += byteCount;
  if (budget.usedBytes > budget.maxBytes) {
    throw new StationError('SERVICE_UNAVAILABLE', tell('TOO_MANY_VERIFIED_AT_ONCE'));
  }
}
