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
  readonly originals: readonly File[];
  readonly check: Check;
  readonly addOriginals: (files: readonly File[]) => void;
  readonly removeOriginal: (file: File) => void;
  readonly run: () => Promise<void>;
}

export interface Verification {
  readonly files: readonly CheckedFile[];
  /** Takes any files; detached signatures find their documents among them. Checks all of them at once. */
  readonly choose: (files: readonly File[]) => Promise<void>;
  readonly reset: () => void;
}

function formOf(signed: File, originals: readonly File[]): FormData {
  const form = new FormData();
  form.append('file', signed, signed.name);
  for (const original of originals) form.append('originalFile', original, original.name);
  return form;
}

/** `sending` sends a check when it is its turn, unless it was put away meanwhile. */
function checkedFile(
  check: Check,
  signed: File,
  given: readonly File[],
  sending: (send: () => Promise<void>) => Promise<void>,
): CheckedFile {
  let originals = $state.raw(given);
  const run = (): Promise<void> => sending(() => check.run(formOf(signed, originals)));
  return {
    key: randomId(),
    signed,
    get originals() {
      return originals;
    },
    check,
    addOriginals: (added) => {
      originals = [...originals, ...added];
      check.forget();
      void run();
    },
    removeOriginal: (removed) => {
      originals = originals.filter((one) => one !== removed);
      check.forget();
    },
    run,
  };
}

/** The state of the verification page; what each file is, the station tells. */
export function createVerification(client: StationClient): Verification {
  let files = $state.raw<readonly CheckedFile[]>([]);
  const limit = createLimiter(CHECKS_AT_ONCE);

  // One that was put away while it waited for its turn is not sent.
  function inTurn(check: Check, send: () => Promise<void>): Promise<void> {
    return limit(async () => {
      if (files.some((file) => file.check === check)) await send();
    });
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
    files = pairFiles(known).map(({ signed, originals }) => {
      const check = createCheck(client);
      const given = originals.map(({ file }) => file);
      return checkedFile(check, signed.file, given, (send) => inTurn(check, send));
    });
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
