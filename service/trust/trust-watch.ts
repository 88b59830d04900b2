import type { UnreadTrustFile } from '../contract/http/trust-anchors.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { TrustMaterial } from '../verification/verification.ts';
import type { TrustReading } from './trust-material.ts';

const MAX_AGE_MILLISECONDS = 5_000;

export interface TrustWatch {
  readonly material: () => Promise<TrustMaterial>;
  /** What lies in the trust folders and is not used. */
  readonly unread: () => Promise<readonly UnreadTrustFile[]>;
  /** All of the last reading. */
  readonly reading: () => Promise<TrustReading>;
}

/**
 * Trust material that is read again after a few seconds, so that an administrator's new CRL counts without a restart.
 * The same object is answered while nothing has changed: a verifier is sent it once. What cannot be read is logged once.
 */
export function watchTrustMaterial(read: () => Promise<TrustReading>, logger: Pick<Logger, 'warn'>): TrustWatch {
  let current: Promise<TrustReading> | undefined;
  let readAt = 0;
  const reading = (): Promise<TrustReading> => {
    if (current !== undefined && performance.now() - readAt < MAX_AGE_MILLISECONDS) return current;
    readAt = performance.now();
    current = refresh(read, current, logger);
    return current;
  };
  return { material: async () => (await reading()).material, unread: async () => (await reading()).unread, reading };
}

/** For people: `trust anchor old.crt: it is no certificate: ...`. */
export function describeUnread({ kind, file, reason }: UnreadTrustFile): string {
  return `${kind} ${JSON.stringify(file)}: ${reason}`;
}

async function refresh(
  read: () => Promise<TrustReading>,
  before: Promise<TrustReading> | undefined,
  logger: Pick<Logger, 'warn'>,
): Promise<TrustReading> {
  const known = await before?.catch(() => undefined);
  const fresh = await read();
  const named = new Set(known?.unread.map(describeUnread));
  for (const one of fresh.unread.map(describeUnread).filter((text) => !named.has(text))) {
    logger.warn(`Something in a trust folder is not used. ${one}`);
  }
  const material = known !== undefined && isSame(known.material, fresh.material) ? known.material : fresh.material;
  return { ...fresh, material };
}

function isSame(left: TrustMaterial, right: TrustMaterial): boolean {
  return (
    left.lists === right.lists &&
    isSameList(left.trustAnchors, right.trustAnchors) &&
    isSameList(left.intermediates, right.intermediates) &&
    isSameList(left.crls, right.crls) &&
    isSameList(left.ocspResponses, right.ocspResponses)
  );
}

function isSameList(left: readonly Uint8Array[], right: readonly Uint8Array[]): boolean {
  return (
    left.length === right.length &&
    left.every((bytes, index) => bytes === right[index] || isSameBytes(bytes, right[index]))
  );
}

function isSameBytes(left: Uint8Array, right: Uint8Array | undefined): boolean {
  return right !== undefined && Buffer.compare(left, right) === 0;
}
