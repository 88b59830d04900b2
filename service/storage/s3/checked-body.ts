import { createHash } from 'node:crypto';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
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

class BodyCheck extends Transform {
  readonly #expected: ExpectedBody;
  readonly #hash = createHash('sha256');
  #received = 0;

  constructor(expected: ExpectedBody) {
    super();
    this.#expected = expected;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#received += chunk.length;
    if (this.#expected.sha256 !== undefined) this.#hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const { size, sha256 } = this.#expected;
    if (size !== undefined && this.#received !== size) {
      done(unavailable(`The object store sent ${String(this.#received)} bytes of ${String(size)}.`));
    } else if (sha256 !== undefined && this.#hash.digest('hex') !== sha256) {
      done(unavailable('The object store sent other bytes than were put: their SHA-256 differs.'));
    } else done();
  }
}
