import { createHash } from 'node:crypto';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import type { StationError } from '../../domain/station-error.ts';
import { storeFault, unavailable } from './s3-faults.ts';

/** What is known of an object before its bytes come. */
export interface ExpectedBody {
  readonly size: number | undefined;
  /** Hexadecimal, as we wrote it beside the object; undefined for a part of an object, or one of another writer. */
  readonly sha256: string | undefined;
}

/**
 * The same bytes; ends with a transient StationError instead of an end where they were cut off, or are not those that
 * were put. Ending early ends the request.
 */
export function checkedBody(body: Readable, expected: ExpectedBody): Readable {
  const check = new BodyCheck(expected);
  body.once('error', (fault) => check.destroy(storeFault(fault)));
  check.once('close', () => body.destroy());
  return body.pipe(check);
}

/** The same for a body that is small enough to be kept: its pieces once it has come as a whole. */
export function collectBody(body: Readable, expected: ExpectedBody): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const received = new Received(expected);
    const pieces: Buffer[] = [];
    body.on('data', (piece: Buffer) => {
      received.add(piece);
      pieces.push(piece);
    });
    body.once('error', (fault) => reject(storeFault(fault)));
    body.once('close', () => reject(storeFault(new Error('The body ended early.'))));
    body.once('end', () => {
      const fault = received.fault();
      if (fault === undefined) resolve(pieces);
      else reject(fault);
    });
  });
}

class BodyCheck extends Transform {
  readonly #received: Received;

  constructor(expected: ExpectedBody) {
    super();
    this.#received = new Received(expected);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#received.add(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#received.fault());
  }
}

class Received {
  readonly #expected: ExpectedBody;
  readonly #hash = createHash('sha256');
  #size = 0;

  constructor(expected: ExpectedBody) {
    this.#expected = expected;
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#expected.sha256 !== undefined) this.#hash.update(piece);
  }

  /** What is wrong with all that has come; undefined where it is what was expected. */
  fault(): StationError | undefined {
    const { size, sha256 } = this.#expected;
    if (size !== undefined && this.#size !== size) {
      return unavailable(`The object store sent ${String(this.#size)} bytes of ${String(size)}.`);
    }
    if (sha256 === undefined || this.#hash.digest('hex') === sha256) return undefined;
    return unavailable('The object store sent other bytes than were put: their SHA-256 differs.');
  }
}
