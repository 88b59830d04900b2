/** Bytes `start` to `end`, inclusive. */
export interface BytePart {
  readonly start: number;
  readonly end: number;
}

/** Who downloads. */
interface Reader {
  readonly tenantId: string;
  readonly actor: string;
}

/** Which reads belong to one download. */
export interface Downloads {
  /**
   * True when this read begins a download: a read of the whole, a part that this caller has had before, or one after a
   * pause. False when it goes on with one, as a resumed or a piecewise download does.
   */
  begins(caller: Reader, signatureId: string, part: BytePart | null): boolean;
  /** The read that began it was not given out after all. */
  forget(caller: Reader, signatureId: string): void;
}

interface Download {
  lastReadAt: number;
  readonly parts: BytePart[];
}

/** After a pause this long the next part is a download of its own. */
const PAUSE_MILLISECONDS = 5 * 60_000;
const MAX_DOWNLOADS = 10_000;
const MAX_PARTS = 1_000;

/** Remembered in memory only: after a restart every read begins a download, so that none is ever left out. */
export function createDownloads(clock: () => Date): Downloads {
  const downloads = new Map<string, Download>();
  const keyOf = ({ tenantId, actor }: Reader, signatureId: string): string => [tenantId, actor, signatureId].join('\n');

  const goesOn = (known: Download | undefined, part: BytePart | null, now: number): known is Download =>
    known !== undefined &&
    part !== null &&
    Math.abs(now - known.lastReadAt) < PAUSE_MILLISECONDS &&
    known.parts.length < MAX_PARTS &&
    !known.parts.some(({ start, end }) => part.start <= end && start <= part.end);

  return {
    begins(caller, signatureId, part) {
      const key = keyOf(caller, signatureId);
      const known = downloads.get(key);
      const now = clock().getTime();
      if (goesOn(known, part, now) && part !== null) {
        known.lastReadAt = now;
        known.parts.push(part);
        return false;
      }
      if (downloads.size >= MAX_DOWNLOADS) downloads.clear();
      // How much of a whole read arrives is not known: parts after it may be its rest.
      downloads.set(key, { lastReadAt: now, parts: part === null ? [] : [part] });
      return true;
    },
    forget: (caller, signatureId) => void downloads.delete(keyOf(caller, signatureId)),
  };
}
