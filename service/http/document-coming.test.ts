import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation | undefined;
afterEach(async () => {
  await station?.stop();
});

/** An upload that has begun and goes on when `rest` is called; resolves with the status of the answer. */
function begin(url: string): { readonly rest: () => Promise<number> } {
  const upload = request(url, { method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nthe beginning');
  return {
    async rest() {
      upload.end('\r\n--b--\r\n');
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode ?? 0;
    },
  };
}

it('tells of a document to be signed while it is still coming in', async () => {
  const onDocumentComing = vi.fn();
  station = await startTestStation({ overrides: { onDocumentComing } });
  const { rest } = begin(`${station.api}/signatures`);
  await vi.waitFor(() => expect(onDocumentComing).toHaveBeenCalledTimes(1));
  expect(await rest()).toBe(400);
});

it('says nothing of one that is only asked about, or that nobody may send', async () => {
  const onDocumentComing = vi.fn();
  station = await startTestStation({ overrides: { onDocumentComing } });
  expect(await begin(`${station.api}/inspections`).rest()).toBe(200);
  await station.stop();
  station = await startTestStation({ settings: ['--Authentication:Enabled=true'], overrides: { onDocumentComing } });
  expect(await begin(`${station.api}/signatures`).rest()).toBe(401);
  expect(onDocumentComing).not.toHaveBeenCalled();
});
