import { expect, it } from 'vitest';
import { formBody } from '../../client/form-body.ts';

function form(): FormData {
  const made = new FormData();
  made.append('signatureNote', 'Grüße,\nzwei Zeilen');
  made.append('a "name"\r\n', '');
  made.append('file', new Blob([Buffer.alloc(300_000, 'x')], { type: 'application/pdf' }), 'Vertrag "2"\r\nž.pdf');
  made.append('file', new Blob([]), 'empty');
  return made;
}

it('is what a browser makes of a form', async () => {
  const body = formBody(form());
  const text = await body.text();
  const boundary = /boundary=(\S+)$/.exec(body.type)?.[1] ?? '';
  const part = (name: string, more = ''): string =>
    `--BOUND\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  expect(text.replaceAll(boundary, 'BOUND')).toBe(
    [
      `${part('signatureNote')}\r\nGrüße,\nzwei Zeilen\r\n`,
      `${part('a %22name%22%0D%0A')}\r\n\r\n`,
      `${part('file', '; filename="Vertrag %222%22%0D%0Až.pdf"')}Content-Type: application/pdf\r\n\r\n`,
      `${'x'.repeat(300_000)}\r\n`,
      `${part('file', '; filename="empty"')}Content-Type: application/octet-stream\r\n\r\n\r\n`,
      '--BOUND--\r\n',
    ].join(''),
  );
});

it('may be broken off anywhere: nothing is thrown behind the back of who sends it', async () => {
  const thrown: unknown[] = [];
  const note = (fault: unknown): void => void thrown.push(fault);
  process.on('unhandledRejection', note);
  for (let pieces = 0; pieces < 6; pieces += 1) {
    const sent = new Request('http://127.0.0.1/', { method: 'POST', body: formBody(form()) });
    const reader = sent.body?.getReader();
    for (let index = 0; index < pieces; index += 1) await reader?.read();
    await reader?.cancel();
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  expect(thrown).toEqual([]);
});
