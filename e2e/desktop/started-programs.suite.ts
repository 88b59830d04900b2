import { afterEach, expect } from 'vitest';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import { startDesktopProgram, type DesktopProgram, type ProgramOptions } from './desktop-program.ts';

export const DOCUMENT = buildPdf({ pieces: onePage() });

/** The partition of a session that is kept in memory: neither the one that Electron keeps on the disk by itself, nor a named one. */
export const IN_MEMORY = expect.stringMatching(/^(?!persist:)./) as string;

/** Starts desktop programs that are ended and taken away after each test. */
export function startedPrograms(): (options?: ProgramOptions) => Promise<DesktopProgram> {
  const programs: DesktopProgram[] = [];
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.dispose();
  });
  return async (options = {}) => {
    const program = await startDesktopProgram(options);
    programs.push(program);
    return program;
  };
}

/** Signs a document with what the program chooses by itself; the id of the request. */
export async function signOne(program: DesktopProgram): Promise<string> {
  const client = createStationClient(program.url.slice(0, -1));
  const { id } = await client.create(DOCUMENT, {});
  expect((await client.finished(id)).status).toBe('Completed');
  return id;
}
