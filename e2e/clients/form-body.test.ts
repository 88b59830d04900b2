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

it('is byte by byte what fetch makes of a form', async () => {
  const withoutBoundary = async (sent: Response): Promise<string> => {
    const boundary = /boundary=(\S+)$/.exec(sent.headers.get('Content-Type') ?? '')?.[1] ?? '';
    return (await sent.text()).replaceAll(boundary, 'BOUNDARY');
  };
  const made = await withoutBoundary(new Response(formBody(form())));
  expect(made).toBe(await withoutBoundary(new Response(form())));
  expect(made).toContain('Grüße,\r\nzwei Zeilen\r\n--BOUNDARY\r\n');
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
