import type { StationClient } from '../../api/station-client.ts';
import { verificationFormatFor } from '../../formatting/file-kind.ts';
import { kindOf } from '../../state/chosen-files.ts';
import { createCheck, type Check } from './check.svelte.ts';
import { pairDetached } from './pair-detached.ts';

export type UploadFormat = 'PAdES' | 'XAdES' | 'CAdES';

export interface Verification {
  readonly signed: File | null;
  readonly original: File | null;
  format: UploadFormat;
  /** The chosen file is a ZIP container, which the upload cannot check. */
  readonly isContainer: boolean;
  readonly check: Check;
  /** Takes a signed file, or a detached signature together with its document, and checks at once. */
  readonly choose: (files: readonly File[]) => Promise<void>;
  readonly chooseOriginal: (file: File | null) => void;
  readonly run: () => Promise<void>;
  readonly reset: () => void;
}

function formOf(format: UploadFormat, signed: File, original: File | null): FormData {
  const form = new FormData();
  form.append('format', format);
  form.append('file', signed, signed.name);
  if (format !== 'PAdES' && original !== null) form.append('originalFile', original, original.name);
  return form;
}

/** The state of the verification page. */
export function createVerification(client: StationClient): Verification {
  const check = createCheck(client);
  let signed = $state.raw<File | null>(null);
  let original = $state.raw<File | null>(null);
  let format = $state<UploadFormat>('PAdES');
  let isContainer = $state(false);

  async function run(): Promise<void> {
    if (signed !== null) await check.run(formOf(format, signed, original));
  }

  async function choose(files: readonly File[]): Promise<void> {
    const pair = pairDetached(files);
    if (pair === null) return;
    const found = verificationFormatFor(await kindOf(pair.signed));
    check.forget();
    ({ signed, original } = pair);
    format = found ?? 'CAdES';
    isContainer = found === null;
    if (!isContainer) await run();
  }

  function chooseOriginal(file: File | null): void {
    original = file;
    check.forget();
    if (file !== null) void run();
  }

  function setFormat(next: UploadFormat): void {
    format = next;
    check.forget();
  }

  function reset(): void {
    check.forget();
    signed = null;
    original = null;
    isContainer = false;
  }

  return {
    get signed() {
      return signed;
    },
    get original() {
      return original;
    },
    get format() {
      return format;
    },
    set format(next) {
      setFormat(next);
    },
    get isContainer() {
      return isContainer;
    },
    check,
    choose,
    chooseOriginal,
    run,
    reset,
  };
}
