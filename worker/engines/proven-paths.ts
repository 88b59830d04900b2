import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import { parseRecurringCertificate } from '../../service/verification/evidence/parse-once.ts';
import type { TrustMaterial } from '../../service/verification/verification.ts';
import type { LevelServices } from './level-services.ts';

export const NOTHING_PROVEN: TrustMaterial = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/** The services of a level, and what their evidence has proven so far. */
export interface WatchedServices {
  readonly services: LevelServices;
  /** The timestamps that were given out, once more for the same bytes; nothing else. */
  readonly repeated: LevelServices;
  /** The same by hash and digest, with those that were given along. */
  readonly timestamps: ReadonlyMap<string, Uint8Array>;
  /** Paths end in configured anchors: of what was answered, the certificates that issued themselves. */
  proven(): TrustMaterial;
}

/**
 * Remembers the evidence that is given out, so that a verifier that knows no anchors can follow its paths. `kept`: by
 * hash and digest, timestamps that are there already and are not asked for again.
 */
export function watchServices(
  services: LevelServices,
  kept: ReadonlyMap<string, Uint8Array> = new Map(),
): WatchedServices {
  const certificates: Uint8Array[] = [];
  const crls: Uint8Array[] = [];
  const tokens = new Map<string, Uint8Array>();
  return {
    services: {
      async timestamp(imprint, signers) {
        const token = kept.get(keyOf(imprint)) ?? (await services.timestamp(imprint, signers));
        tokens.set(keyOf(imprint), token);
        return token;
      },
      async validationData(of) {
        const data = await services.validationData(of);
        certificates.push(...data.certificates);
        crls.push(...data.crls);
        return data;
      },
    },
    repeated: {
      timestamp: (imprint) => {
        const token = tokens.get(keyOf(imprint));
        return token === undefined ? Promise.reject(notRepeatable()) : Promise.resolve(token);
      },
      validationData: () => Promise.reject(notRepeatable()),
    },
    timestamps: tokens,
    proven: () => ({
      trustAnchors: certificates.filter((der) => parseRecurringCertificate(der).isSelfIssued),
      intermediates: certificates.filter((der) => !parseRecurringCertificate(der).isSelfIssued),
      crls,
      ocspResponses: [],
    }),
  };
}

function keyOf({ hash, digest }: Parameters<LevelServices['timestamp']>[0]): string {
  return `${hash} ${Buffer.from(digest).toString('hex')}`;
}

function notRepeatable(): StationError {
  return new StationError('TIMESTAMP_OPERATION_FAILED', tell('TIMESTAMP_NOT_KEPT'));
}
