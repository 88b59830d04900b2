import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createStationClient, NotSigned, StationRefusal } from '../station-client.ts';

/** node client/samples/sign-file.ts contract.pdf: signs a PDF, checks it, and writes it beside the original. */
async function main(file: string): Promise<void> {
  const url = process.env['STATION_URL'] ?? 'http://127.0.0.1:5080';
  const apiKey = process.env['STATION_KEY'];
  const station = createStationClient({ url, ...(apiKey === undefined ? {} : { apiKey }) });
  const document = new File([await openAsBlob(file)], path.basename(file), { type: 'application/pdf' });
  const { fileName, bytes } = await station.sign(
    { format: 'PAdES', profile: 'B', signingProvider: 'Pfx', file: [document] },
    // The same file sent again is the same request, also tomorrow; one that was changed is another.
    { idempotencyKey: `sample-${await fingerprint(document)}`, timeoutMilliseconds: 120_000 },
  );
  const { overallStatus } = await station.verify({ format: 'PAdES', file: new File([bytes], fileName) });
  const target = path.join(path.dirname(file), fileName);
  await writeFile(target, bytes);
  process.stdout.write(`${target} ${overallStatus}\n`);
}

async function fingerprint(file: File): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())).toString('hex');
}

/** A sentence where one is known; what nobody expected stays as it is. */
function explain(fault: unknown, file: string): string {
  if (fault instanceof StationRefusal || fault instanceof NotSigned) return fault.message;
  const isUnreadable =
    fault instanceof Error &&
    // One that cannot be opened, and one that is a folder or was changed while it was read.
    (('code' in fault && fault.code === 'ERR_INVALID_ARG_VALUE') || fault.name === 'NotReadableError');
  return isUnreadable ? `The file ${file} cannot be read.` : String(fault);
}

const [, , file] = process.argv;
if (file === undefined) {
  process.stderr.write('Which file? Usage: node client/samples/sign-file.ts contract.pdf\n');
  process.exitCode = 1;
} else {
  main(file).catch((fault: unknown) => {
    process.stderr.write(`${explain(fault, file)}\n`);
    process.exitCode = 1;
  });
}
