import { randomUUID } from 'node:crypto';

/** A form on its way, read once. */
export interface FormBody {
  readonly headers: { readonly 'Content-Type': string; readonly 'Content-Length': string };
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * The form as `multipart/form-data` (RFC 7578), whose files are read while they are sent. `fetch` can make that of a form
 * by itself, but what it makes ends the process where a call is broken off in the middle: it goes on reading and adds to a
 * stream that is closed, in a promise that nobody awaits.
 */
export function formBody(form: FormData): FormBody {
  const boundary = `form-${randomUUID()}`;
  const parts = [...form].map(([name, value]) => partOf(boundary, name, value));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const length = parts.reduce((sum, { head, size }) => sum + head.length + size + LINE_END.length, end.length);
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Content-Length': String(length) },
    stream: ReadableStream.from(piecesOf(parts, end)),
  };
}

const LINE_END = Buffer.from('\r\n');

interface Part {
  readonly head: Buffer;
  /** In bytes, without its head. */
  readonly size: number;
  readonly content: Blob;
}

function partOf(boundary: string, name: string, value: string | File): Part {
  const isFile = typeof value !== 'string';
  const file = isFile ? `; filename="${escaped(value.name)}"` : '';
  const type = isFile ? `Content-Type: ${value.type === '' ? 'application/octet-stream' : value.type}\r\n` : '';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${file}\r\n${type}\r\n`;
  const content = isFile ? value : new Blob([value]);
  return { head: Buffer.from(head), size: content.size, content };
}

/** As browsers write names there (HTML, 4.10.21.8): a quotation mark or the end of a line would end the header. */
function escaped(name: string): string {
  return name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character));
}

async function* piecesOf(parts: readonly Part[], end: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const { head, content } of parts) {
    yield head;
    yield* content.stream();
    yield LINE_END;
  }
  yield end;
}
