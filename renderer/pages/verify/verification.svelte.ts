import type { StationClient } from '../../api/station-client.ts';
import type { FileKind } from '../../formatting/file-kind.ts';
import { kindOf } from '../../state/chosen-files.ts';
import { createLimiter } from '../../state/limiter.ts';
import { randomId } from '../../state/random-id.ts';
import { createCheck, type Check } from './check.svelte.ts';
import { pairFiles } from './pair-files.ts';

/** Checks under way at once: the station has few verifiers, and each keeps an upload in memory. */
const CHECKS_AT_ONCE = 2;

/** One file, with the originals of a detached signature, and what the station says of it. */
export interface CheckedFile {
  readonly key: string;
  readonly signed: File;
  readonly original: File | null;
  readonly check: Check;
  readonly chooseOriginal: (file: File | null) => void;
  readonly run: () => Promise<void>;
}

export interface Verification {
  readonly files: readonly CheckedFile[];
  /** Takes any files; detached signatures find their documents among them. Checks all of them at once. */
  readonly choose: (files: readonly File[]) => Promise<void>;
  readonly reset: () => void;
}

function formOf(signed: File, original: File | null): FormData {
  const form = new FormData();
  form.append('file', signed, signed.name);
  if (original !== null) form.append('originalFile', original, original.name);
  return form;
}

/** The state of the verification page; what each file is, the station tells. */
export function createVerification(client: StationClient): Verification {
  let files = $state.raw<readonly CheckedFile[]>([]);
  const limit = createLimiter(CHECKS_AT_ONCE);

  function checkedFile(signed: File, given: File | null): CheckedFile {
    const check = createCheck(client);
    let original = $state.raw<File | null>(given);
    // One that was put away while it waited for its turn is not sent.
    const run = (): Promise<void> =>
      limit(async () => {
        if (files.some((file) => file.check === check)) await check.run(formOf(signed, original));
      });
    return {
      key: randomId(),
      signed,
      get original() {
        return original;
      },
      check,
      chooseOriginal: (file) => {
        original = file;
        check.forget();
        if (file !== null) void run();
      },
      run,
    };
  }

  function reset(): void {
    for (const { check } of files) check.forget();
    files = [];
  }

  async function choose(chosen: readonly File[]): Promise<void> {
    const known = await Promise.all(
      chosen.map(async (file): Promise<{ file: File; name: string; kind: FileKind }> => ({
        file,
        name: file.name,
        kind: await kindOf(file),
      })),
    );
    reset();
    files = pairFiles(known).map(({ signed, originals }) => checkedFile(signed.file, originals[0]?.file ?? null));
    await Promise.all(files.map(({ run }) => run()));
  }

  return {
    get files() {
      return files;
    },
    choose,
    reset,
  };
}
