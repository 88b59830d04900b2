import { parseCertificate } from '../../service/codecs/x509/certificate.ts';
import type { TrustMaterial } from '../../service/verification/verification.ts';
import type { LevelServices } from './level-services.ts';

export const NOTHING_PROVEN: TrustMaterial = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/** The services of a level, and what their evidence has proven so far. */
export interface WatchedServices {
  readonly services: LevelServices;
  /** Paths end in configured anchors: of what was answered, the certificates that issued themselves. */
  proven(): TrustMaterial;
}

/** Remembers the evidence that is given out, so that a verifier that knows no anchors can follow its paths. */
export function watchServices(services: LevelServices): WatchedServices {
  const certificates: Uint8Array[] = [];
  const crls: Uint8Array[] = [];
  return {
    services: {
      timestamp: (imprint) => services.timestamp(imprint),
      async validationData(of) {
        const data = await services.validationData(of);
        certificates.push(...data.certificates);
        crls.push(...data.crls);
        return data;
      },
    },
    proven: () => ({
      trustAnchors: certificates.filter((der) => parseCertificate(der).isSelfIssued),
      intermediates: certificates.filter((der) => !parseCertificate(der).isSelfIssued),
      crls,
      ocspResponses: [],
    }),
  };
}
