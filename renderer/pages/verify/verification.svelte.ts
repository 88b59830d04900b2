import type { StationClient } from '../../api/station-client.ts';
import { createCheck, type Check } from './check.svelte.ts';
import { pairDetached } from './pair-detached.ts';

export interface Verification {
  readonly signed: File | null;
  readonly original: File | null;
  readonly check: Check;
  /** Takes any file, or a detached signature together with its document, and checks at once. */
  readonly choose: (files: readonly File[]) => Promise<void>;
  readonly chooseOriginal: (file: File | null) => void;
  readonly run: () => Promise<void>;
  readonly reset: () => void;
}

function formOf(signed: File, original: File | null): FormData {
  const form = new FormData();
  form.append('file', signed, signed.name);
  if (original !== null) form.append('originalFile', original, original.name);
  return form;
}

/** The state of the verification page; what the file is, the station tells. */
export function createVerification(client: StationClient): Verification {
  const check = createCheck(client);
  let signed = $state.raw<File | null>(null);
  let original = $state.raw<File | null>(null);

  async function run(): Promise<void> {
    if (signed !== null) await check.run(formOf(signed, original));
  }

  async function choose(files: readonly File[]): Promise<void> {
    const pair = pairDetached(files);
    if (pair === null) return;
    check.forget();
    ({ signed, original } = pair);
    await run();
  }

  function chooseOriginal(file: File | null): void {
    original = file;
    check.forget();
    if (file !== null) void run();
  }

  function reset(): void {
    check.forget();
    signed = null;
    original = null;
  }

  return {
    get signed() {
      return signed;
    },
    get original() {
      return original;
    },
    check,
    choose,
    chooseOriginal,
    run,
    reset,
  };
}
