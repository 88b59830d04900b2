import type { TrustMaterial } from '../verification/verification.ts';

const MAX_AGE_MILLISECONDS = 5_000;

/**
 * Trust material that is read again after a few seconds, so that an administrator's new CRL counts without a restart.
 * The same object is answered while nothing is re-read: a verifier is sent it once.
 */
export function watchTrustMaterial(read: () => Promise<TrustMaterial>): () => Promise<TrustMaterial> {
  let current: Promise<TrustMaterial> | undefined;
  let readAt = 0;
  return () => {
    if (current !== undefined && performance.now() - readAt < MAX_AGE_MILLISECONDS) return current;
    readAt = performance.now();
    current = refresh(read, current);
    return current;
  };
}

async function refresh(
  read: () => Promise<TrustMaterial>,
  before: Promise<TrustMaterial> | undefined,
): Promise<TrustMaterial> {
  const known = await before?.catch(() => undefined);
  const fresh = await read();
  return known !== undefined && isSame(known, fresh) ? known : fresh;
}

function isSame(left: TrustMaterial, right: TrustMaterial): boolean {
  return (
    isSameList(left.trustAnchors, right.trustAnchors) &&
    isSameList(left.intermediates, right.intermediates) &&
    isSameList(left.crls, right.crls) &&
    isSameList(left.ocspResponses, right.ocspResponses)
  );
}

function isSameList(left: readonly Uint8Array[], right: readonly Uint8Array[]): boolean {
  return left.length === right.length && left.every((bytes, index) => isSameBytes(bytes, right[index]));
}

function isSameBytes(left: Uint8Array, right: Uint8Array | undefined): boolean {
  return right !== undefined && Buffer.compare(left, right) === 0;
}
