import { readFile } from 'node:fs/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { runCommand } from '../../actors/station/command-line.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { createStationClient as createTypedClient } from '../../../client/station-client.ts';
import { expect, makePdf, test } from './test.ts';

test.use({ locale: 'de-DE' });
// Sixty verifications beside whatever else the machine does.
test.setTimeout(300_000);

interface Document {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Twenty: signed and whole, signed and changed, and such as nobody signed. */
async function twentyDocuments(url: string): Promise<readonly Document[]> {
  const client = createStationClient(url);
  const { id } = await client.create(await makePdf('Lease 12'), { fileName: 'lease.pdf' });
  await client.finished(id);
  const signed = Buffer.from(await client.content(id));
  const changed = Buffer.from(signed);
  changed.writeUInt8(changed.readUInt8(400) ^ 1, 400);
  const plain = await makePdf('Minutes');
  return Array.from({ length: 20 }, (_, index) => {
    const buffer = index < 12 ? signed : index < 16 ? changed : plain;
    return { name: `contract ${String(index + 1)}.pdf`, mimeType: 'application/pdf', buffer };
  });
}

/** The words as another program reads them, without when it was checked. */
async function wordsOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' ');
    }),
  );
  return pages
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/Geprüft .*? von der/g, 'Geprüft von der');
}

test('twenty files have twenty verdicts and one summary, the same from the page, by REST and by command', async ({
  page,
  station,
}, info) => {
  const documents = await twentyDocuments(station.url);
  await page.goto('/verification');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...documents]);
  const counts = '4 nicht gültig, 4 nicht signiert, 12 gültig';
  await expect(page.getByRole('status').filter({ hasText: counts })).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als PDF speichern' }).click();
  const saved = await download;
  const fromPage = await wordsOf(await readFile(await saved.path()));
  for (const { name } of documents) expect(fromPage.split(`${name}: `)).toHaveLength(2);
  expect(fromPage).toContain(counts);

  const asked = await createTypedClient({ url: station.url }).report({
    language: 'de',
    file: documents.map(({ name, buffer }) => new File([new Uint8Array(buffer)], name)),
  });
  expect(asked.fileName).toBe(saved.suggestedFilename());
  expect(await wordsOf(asked.bytes)).toBe(fromPage);

  const folder = info.outputPath('files');
  mkdirSync(folder, { recursive: true });
  for (const { name, buffer } of documents) writeFileSync(path.join(folder, name), buffer);
  const out = info.outputPath('report.pdf');
  const files = documents.map(({ name }) => path.join(folder, name));
  const command = await runCommand(
    info.outputPath('data'),
    ...['report', ...files, '--language', 'de', '--out', out, '--url', station.url],
  );
  expect(command).toMatchObject({ exitCode: 0, stdout: `${out}\n` });
  expect(await wordsOf(await readFile(out))).toBe(fromPage);
});
