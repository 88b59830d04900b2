import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';
import { makeApiKey } from '../actors/station/command-line.ts';
import { startStation } from '../actors/station/running-station.ts';
import { runProgram } from '../conformance/judges/run-program.ts';

/** Where the programs lie that use what is generated. */
export const PROGRAMS = path.resolve(import.meta.dirname, 'programs');

/** A program with its arguments, ready to be given URL, API key, document and target. */
export type Command = readonly [program: string, ...args: string[]];

export interface GeneratedClient {
  readonly name: string;
  /** Generates the client from the OpenAPI document at `document` and compiles the program, all below `folder`. */
  build(document: string, folder: string): Promise<Command>;
}

/** Runs a program to its end in `cwd`; its output. Throws with the output where it ends with another code than 0. */
export async function run(cwd: string, ...[program, ...args]: Command): Promise<string> {
  const { code, output } = await runProgram(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}:\n${output}`);
  return output;
}

/**
 * Builds a client in `folder` from the document of a running station that asks for keys, and signs a PDF with it. Throws
 * where anything of that fails, the client or the station says anything but VALID, or the file is not what was signed.
 */
export async function signWith(client: GeneratedClient, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const dataDirectory = path.join(folder, 'data');
  const { key } = await makeApiKey(dataDirectory, '--name', client.name);
  const station = await startStation({ dataDirectory, settings: { 'Authentication:Enabled': 'true' } });
  try {
    const description = path.join(folder, 'openapi.json');
    await writeFile(description, await (await fetch(`${station.url}/openapi/v1.json`)).text());
    const command = await client.build(description, folder);
    const [document, target] = [path.join(folder, 'contract.pdf'), path.join(folder, 'signed.pdf')];
    const pdf = Buffer.from(smallPdfs()['classic'] ?? []);
    await writeFile(document, pdf);
    const verdict = (await run(folder, ...command, station.url, key, document, target)).trim();
    if (verdict !== 'VALID') throw new Error(`The client says ${verdict}.`);
    const signed = await readFile(target);
    if (signed.length <= pdf.length || !signed.subarray(0, pdf.length).equals(pdf)) {
      throw new Error('What the client has fetched is not the signed document.');
    }
  } finally {
    await station.stop();
    await station.dispose();
  }
}
