import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignatureList } from '../../../service/contract/http/signatures.ts';
import { call, expectProblem, jsonOf, postForm } from '../../actors/http/api-call.ts';
import { createParts, FORM_TYPE, multipart } from '../../actors/http/multipart.ts';
import { sendRaw, type RawAnswer } from '../../actors/http/raw-request.ts';
import { IS_ON_SERVERS } from '../../actors/servers/places-on-servers.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';

const MAX_BYTES = 100_000;
const MEBIBYTE = 1024 * 1024;
/** Not a measure of speed. */
const PATIENT = { timeoutMilliseconds: 60_000 };

/** Signatures:MaxUploadBytes while the body is still coming (specification, sections 4 and 8). */
describe('the upload limit', () => {
  let station: RunningStation;

  beforeAll(async () => {
    station = await startStation({
      settings: {
        // Whoever has a token on shared servers signs with it; here nothing hangs on whether a job is signed.
        Roles: IS_ON_SERVERS ? 'api,publisher,worker,token-host' : 'api,publisher,token-host',
        'Signatures:MaxUploadBytes': String(MAX_BYTES),
        'Signatures:MaxAppearanceImageBytes': '1000',
      },
    });
  });
  afterAll(() => station.dispose());

  const total = async (): Promise<number> => {
    const list = SignatureList.parse(jsonOf(await call(`${station.url}/api/v1/signatures?limit=200`)));
    return list.items.length;
  };
  const document = (size: number): Buffer => Buffer.alloc(size, 'a');
  const forms = {
    signatures: (size: number): Buffer => multipart(createParts(document(size))),
    verifications: (size: number): Buffer =>
      multipart([
        { name: 'format', content: 'PAdES' },
        { name: 'file', content: document(size), fileName: 'a.pdf' },
      ]),
  };
  const head = (target: string, framing: string): Buffer =>
    Buffer.from(
      `POST /api/v1/${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${FORM_TYPE}\r\n${framing}\r\n\r\n`,
    );

  function withLength(target: 'signatures' | 'verifications', size: number): Promise<RawAnswer> {
    const body = forms[target](size);
    return sendRaw(station.port, [head(target, `Content-Length: ${String(body.length)}`), body], PATIENT);
  }

  function chunked(target: 'signatures' | 'verifications', size: number): Promise<RawAnswer> {
    const body = forms[target](size);
    const whole = [head(target, 'Transfer-Encoding: chunked'), ...chunks(body), Buffer.from('0\r\n\r\n')];
    return sendRaw(station.port, whole, PATIENT);
  }

  it.each([
    ['signatures', 202, withLength],
    ['signatures', 202, chunked],
    ['verifications', 200, withLength],
    ['verifications', 200, chunked],
  ] as const)('lets exactly the limit through: %s (%i)', async (target, status, send) => {
    expect(await send(target, MAX_BYTES)).toMatchObject({ status });
  });

  it.each([
    ['signatures', withLength],
    ['signatures', chunked],
    ['verifications', withLength],
    ['verifications', chunked],
  ] as const)('refuses one byte more with 413: %s', async (target, send) => {
    const before = await total();
    const answer = await send(target, MAX_BYTES + 1);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 413, errorCode: 'SIGNATURE_REQUEST_INVALID' });
    expect(await total()).toBe(before);
  });

  it('refuses by the announced length before the body is sent', async () => {
    const answer = await sendRaw(station.port, head('signatures', `Content-Length: ${String(50 * MEBIBYTE)}`));
    expect(answer.status).toBe(413);
    expect(answer.head).toMatch(/^connection: close$/im);
    const waiting = await sendRaw(
      station.port,
      head('signatures', `Content-Length: ${String(50 * MEBIBYTE)}\r\nExpect: 100-continue`),
    );
    expect(waiting.status).toBe(413);
  });

  it.each([
    ['in the file', -39],
    ['in the head of a part that never ends', -40],
  ])('does not take an endless body that says no length: %s', async (_place, end) => {
    const start = head('signatures', 'Transfer-Encoding: chunked');
    const opening = multipart(createParts(document(10))).subarray(0, end);
    const block = document(64 * 1024);
    function* endless(): Generator<Buffer> {
      yield start;
      yield* chunks(opening);
      // 200 MiB, should it all be taken.
      for (let index = 0; index < 3_200; index += 1) yield* chunks(block);
    }
    const answer = await sendRaw(station.port, endless(), { timeoutMilliseconds: 10_000 });
    expect(answer.status).toBe(413);
  });

  it('leaves no received file behind', async () => {
    const halfBody = multipart(createParts(document(5_000))).subarray(0, 3_000);
    await sendRaw(station.port, [head('signatures', 'Content-Length: 90000'), halfBody], { timeoutMilliseconds: 300 });
    await postForm(`${station.url}/api/v1/signatures`, createParts(document(MAX_BYTES + 1)));
    const folder = path.join(station.dataDirectory, IS_ON_SERVERS ? 'uploads' : 'files/uploads');
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it('answers a field that is wrong before the file has come', async () => {
    const url = `${station.url}/api/v1/signatures`;
    expectProblem(
      await postForm(url, createParts(document(10), { format: 'WORD' })),
      400,
      'SIGNATURE_FORMAT_UNSUPPORTED',
    );
    // The fields come first, the file is announced with the allowed length and never sent.
    const fields = multipart(createParts('%PDF', { format: 'WORD' })).subarray(0, -29);
    const answer = await sendRaw(station.port, [head('signatures', `Content-Length: ${String(MAX_BYTES)}`), fields]);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ errorCode: 'SIGNATURE_FORMAT_UNSUPPORTED' });
  });

  it('asks senders to come again when 256 uploads are running, and serves on when they end', async () => {
    const begun = multipart(createParts(document(5_000))).subarray(0, 3_000);
    const slow = Array.from({ length: 256 }, () => {
      const socket = connect(station.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(Buffer.concat([head('signatures', 'Content-Length: 90000'), begun]));
      return socket;
    });
    const crowded = async (): Promise<number> =>
      (await postForm(`${station.url}/api/v1/signatures`, createParts(document(10)))).status;
    await expect.poll(crowded, { interval: 50 }).toBe(503);
    expect((await call(`${station.url}/health/live`)).status).toBe(200);
    for (const socket of slow) socket.destroy();
    await expect.poll(crowded, { interval: 50 }).toBe(202);
  });

  it('refuses a body that is compressed', async () => {
    const answer = await postForm(`${station.url}/api/v1/signatures`, createParts(document(10)), {
      'Content-Encoding': 'gzip',
    });
    expectProblem(answer, 400, 'SIGNATURE_REQUEST_INVALID');
  });
});

/** The chunked framing of RFC 9112, 7.1. */
function chunks(body: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let offset = 0; offset < body.length; offset += 16_384) {
    const piece = body.subarray(offset, offset + 16_384);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return pieces;
}
