import { parseCertificate } from '../../service/codecs/x509/certificate.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { TrustMaterial } from '../../service/verification/verification.ts';
import type { LevelServices } from './level-services.ts';

export const NOTHING_PROVEN: TrustMaterial = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/** The services of a level, and what their evidence has proven so far. */
export interface WatchedServices {
  readonly services: LevelServices;
  /** The timestamps that were given out, once more for the same bytes; nothing else. */
  readonly repeated: LevelServices;
  /** Paths end in configured anchors: of what was answered, the certificates that issued themselves. */
  proven(): TrustMaterial;
}

/** Remembers the evidence that is given out, so that a verifier that knows no anchors can follow its paths. */
export function watchServices(services: LevelServices): WatchedServices {
  const certificates: Uint8Array[] = [];
  const crls: Uint8Array[] = [];
  const tokens = new Map<string, Uint8Array>();
  return {
    services: {
      async timestamp(imprint) {
        const token = await services.timestamp(imprint);
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
    proven: () => ({
      trustAnchors: certificates.filter((der) => parseCertificate(der).isSelfIssued),
      intermediates: certificates.filter((der) => !parseCertificate(der).isSelfIssued),
      crls,
      ocspResponses: [],
    }),
  };
}

function keyOf({ hash, digest }: Parameters<LevelServices['timestamp']>[0]): string {
  return `${hash} ${Buffer.from(digest).toString('hex')}`;
}

function notRepeatable(): StationError {
  return new StationError('TIMESTAMP_OPERATION_FAILED', 'There is no timestamp of these bytes to be used again.');
}
