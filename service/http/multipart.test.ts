import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

const LIMIT = 100_000;
const IMAGE_LIMIT = 5_000;

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation({
    settings: [`--Signatures:MaxUploadBytes=${LIMIT}`, `--Signatures:MaxAppearanceImageBytes=${IMAGE_LIMIT}`],
  });
});
afterEach(() => station.stop());

const BOUNDARY = 'station-boundary';

function field(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function filePart(content: string, name = 'file', fileName = 'a.pdf'): string {
  return (
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
    `Content-Type: application/pdf\r\n\r\n${content}\r\n`
  );
}

const FIELDS = field('format', 'PAdES') + field('profile', 'B') + field('signingProvider', 'Pfx');
const END = `--${BOUNDARY}--\r\n`;

function post(body: string, contentType = `multipart/form-data; boundary=${BOUNDARY}`): Promise<Response> {
  return fetch(`${station.api}/signatures`, { method: 'POST', body, headers: { 'Content-Type': contentType } });
}

async function expectRefusal(response: Response, status = 400): Promise<void> {
  expect(response.status).toBe(status);
  const problem = ProblemDetails.parse(await response.json());
  expect(problem).toMatchObject({ status, errorCode: 'SIGNATURE_REQUEST_INVALID' });
  await expectNothingLeft();
}

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => readdir(station.uploadDirectory)).toEqual([]);
  expect(await station.store.keys()).toEqual([]);
  expect(station.kept.rows.size).toBe(0);
}

describe('odd multipart bodies', () => {
  it('takes the plain form that the others are variations of', async () => {
    expect((await post(FIELDS + filePart('x') + END)).status).toBe(202);
  });

  it.each<[string, string]>([
    ['no parts', END],
    ['no file', FIELDS + END],
    ['empty file', FIELDS + filePart('') + END],
    ['file without a name', FIELDS + filePart('x', 'file', '') + END],
    ['file as a text field', FIELDS + field('file', 'x') + END],
    ['a field sent twice', FIELDS + field('format', 'CAdES') + filePart('x') + END],
    ['two files', FIELDS + filePart('x') + filePart('y', 'file', 'b.pdf') + END],
    ['a file field that is not known', FIELDS + filePart('x') + filePart('y', 'other') + END],
    ['a field without a name', FIELDS + field('', 'x') + filePart('x') + END],
    ['__proto__', FIELDS + field('__proto__', 'x') + filePart('x') + END],
    ['__proto__ as a path', FIELDS + field('__proto__[format]', 'x') + filePart('x') + END],
    ['constructor', FIELDS + field('constructor', 'x') + filePart('x') + END],
    ['a list', FIELDS + field('signatureNote[]', 'x') + filePart('x') + END],
    ['an object', FIELDS + field('signatureNote[a][b]', 'x') + filePart('x') + END],
    ['a huge index', FIELDS + field('signatureNote[4294967294]', 'x') + filePart('x') + END],
    ['a field of 5,000 bytes', FIELDS + field('signatureNote', 'x'.repeat(5000)) + filePart('x') + END],
    ['a name of 200 bytes', FIELDS + field('n'.repeat(200), 'x') + filePart('x') + END],
    ['sixteen more fields', FIELDS + field('a', 'x').repeat(16) + filePart('x') + END],
    ['fifty parts', FIELDS + filePart('x').repeat(50) + END],
    ['no final boundary', FIELDS + filePart('x')],
    ['broken off in a header', `${FIELDS}--${BOUNDARY}\r\nContent-Disposition: form-da`],
    ['another boundary', FIELDS.replaceAll(BOUNDARY, 'different')],
    ['no multipart at all', 'format=PAdES&profile=B'],
    ['an image that is none', FIELDS + filePart('x') + filePart('<svg/>', 'signatureImage', 'a.svg') + END],
    [
      'an image that is too large',
      FIELDS + filePart('x') + filePart('i'.repeat(IMAGE_LIMIT + 1), 'signatureImage') + END,
    ],
  ])('refuses %s', async (name, body) => {
    await expectRefusal(await post(body), name.endsWith('too large') ? 413 : 400);
  });

  it('names a file field that it does not know, and those that it does', async () => {
    const answer = await post(FIELDS + filePart('x', 'document') + END);
    const { detail } = ProblemDetails.parse(await answer.json());
    expect(detail).toMatch(/^There is no file field "document" here\. Files are sent as: file, /);
  });

  it.each([
    ['no content type', ''],
    ['JSON', 'application/json'],
    ['text', 'text/plain'],
    ['urlencoded', 'application/x-www-form-urlencoded'],
    ['another multipart', `multipart/mixed; boundary=${BOUNDARY}`],
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['a boundary of 71 characters', `multipart/form-data; boundary=${'b'.repeat(71)}`],
  ])('refuses %s', async (_name, contentType) => {
    await expectRefusal(await post(FIELDS + filePart('x') + END, contentType));
  });

  it.each(['base64', 'Quoted-Printable', 'x-own'])(
    'refuses a file in %s, which would be signed as such',
    async (encoding) => {
      const encoded = filePart('eA==').replace('\r\n\r\n', `\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`);
      await expectRefusal(await post(FIELDS + encoded + END));
      expect((await post(FIELDS + encoded.replace(encoding, '8BIT') + END)).status).toBe(202);
    },
  );

  it('refuses a request without a body, and a compressed one', async () => {
    const url = `${station.api}/signatures`;
    const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    await expectRefusal(await fetch(url, { method: 'POST', headers }));
    const zipped = { ...headers, 'Content-Encoding': 'gzip' };
    await expectRefusal(await fetch(url, { method: 'POST', headers: zipped, body: FIELDS }));
  });
});

describe('size limits', () => {
  const exactly = (size: number): Blob => new Blob(['x'.repeat(size)]);

  it('takes a file of exactly the limit and refuses one byte more', async () => {
    const send = (size: number): Promise<Response> =>
      fetch(`${station.api}/signatures`, { method: 'POST', body: createForm({}, exactly(size)) });
    await expectRefusal(await send(LIMIT + 1), 413);
    expect((await send(LIMIT)).status).toBe(202);
  });

  it('refuses by Content-Length before the body', async () => {
    await expectRefusal(
      await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm({}, exactly(20 * LIMIT)) }),
      413,
    );
  });

  it('refuses a chunked body while it is still coming', async () => {
    const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const outgoing = httpRequest(
        `${station.api}/signatures`,
        { method: 'POST', headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` } },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () => {
            clearInterval(timer);
            outgoing.destroy();
            resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.write(FIELDS + filePart('x').slice(0, -2));
      const timer = setInterval(() => outgoing.write('y'.repeat(10_000)), 5);
    });
    expect(answer.status).toBe(413);
    expect(ProblemDetails.parse(JSON.parse(answer.body)).errorCode).toBe('SIGNATURE_REQUEST_INVALID');
    await expectNothingLeft();
  });

  it('counts all files of a container together', async () => {
    const form = createForm({ format: 'ASiC_E' }, exactly(LIMIT), 'a.bin');
    form.append('file', exactly(LIMIT), 'b.bin');
    await expectRefusal(await fetch(`${station.api}/signatures`, { method: 'POST', body: form }), 413);
  });
});

describe('uploads that end early', () => {
  function begin(headers: readonly string[], body: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const socket = connect(station.port, '127.0.0.1', () => {
        const head = ['POST /api/v1/signatures HTTP/1.1', 'Host: 127.0.0.1', ...headers, '', ''];
        socket.write(head.join('\r\n') + body, () => resolve(() => socket.destroy()));
      });
      socket.on('error', reject);
    });
  }

  it('leave nothing behind when the client goes away', async () => {
    const headers = [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`, 'Content-Length: 90000'];
    const body = FIELDS + filePart('x'.repeat(60_000)).slice(0, -2);
    const leave = await Promise.all([begin(headers, body), begin(headers, body), begin(headers, FIELDS)]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const go of leave) go();
    await expectNothingLeft();
    expect((await post(FIELDS + filePart('x') + END)).status).toBe(202);
  });

  it('leave nothing behind when the file was being written', async () => {
    await station.stop();
    station = await startTestStation();
    const headers = [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`, 'Content-Length: 9000000'];
    const leave = await begin(headers, FIELDS + filePart('x'.repeat(2_000_000)).slice(0, -2));
    await expect.poll(() => readdir(station.uploadDirectory)).toHaveLength(1);
    leave();
    await expectNothingLeft();
  });
});

describe('signatureImage', () => {
  const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  function png(width: number, height: number): Blob {
    const bytes = new Uint8Array(100);
    bytes.set(PNG_HEAD);
    const view = new DataView(bytes.buffer);
    view.setUint32(16, width);
    view.setUint32(20, height);
    return new Blob([bytes]);
  }
  async function send(image: Blob): Promise<Response> {
    const form = createForm();
    form.set('signatureImage', image, 'stamp.gif');
    return fetch(`${station.api}/signatures`, { method: 'POST', body: form });
  }

  it('is stored beside the input with the type that its bytes show', async () => {
    expect((await send(png(300, 100))).status).toBe(202);
    const [row] = station.kept.rows.values();
    expect(row?.request).toMatchObject({ visibleSignature: true, appearanceFileId: row?.unit.files[1]?.id });
    expect(row?.unit.files[1]).toMatchObject({ contentType: 'image/png', size: 100 });
    expect((await station.store.keys()).some((key) => key.endsWith('/appearance.bin'))).toBe(true);
    expect(row?.unit.outboxMessage.payload).not.toContain('appearance');
  });

  it('takes a JPEG whose frame header follows other segments', async () => {
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8, 0, 50, 0, 60, 1, 1, 0x11, 0, 0xff, 0xd9];
    expect((await send(new Blob([new Uint8Array(jpeg)]))).status).toBe(202);
    const [row] = station.kept.rows.values();
    expect(row?.unit.files[1]?.contentType).toBe('image/jpeg');
  });

  it.each<[string, Blob]>([
    ['more pixels a side than allowed', png(10_001, 1)],
    ['more pixels in all than allowed', png(9_000, 9_000)],
    ['no pixels', png(0, 10)],
    ['the PNG signature only', new Blob([new Uint8Array(PNG_HEAD)])],
    ['a JPEG without a frame', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 0, 0, 0, 0, 0, 0, 0])])],
    [
      'a JPEG segment that goes nowhere',
      new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0])]),
    ],
    ['a GIF', new Blob(['GIF89a            '])],
  ])('with %s is refused', async (_name, image) => {
    await expectRefusal(await send(image));
  });
});
