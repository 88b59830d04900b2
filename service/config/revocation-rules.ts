import type { RevocationMode } from '../contract/vocabulary/revocation-modes.ts';

interface RevocationSettings {
  readonly Verification: { readonly RevocationMode: RevocationMode };
  readonly ValidationData: { readonly Online: boolean };
}

/**
 * Said at the start and in health, not refused: who fills the folders with fresh CRLs may want to be strict without asking
 * anybody. Null where the settings do what their names say.
 */
export function unaskedServices({ Verification, ValidationData }: RevocationSettings): string | null {
  if (Verification.RevocationMode !== 'Online' || ValidationData.Online) return null;
  return (
    'Verification:RevocationMode is Online, and ValidationData:Online is off: no OCSP responder or list is asked, and a ' +
    'signature is VALID only by evidence in the folders or in its document.'
  );
}
