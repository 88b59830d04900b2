/** How verification learns whether a certificate was revoked; the setting `Verification:RevocationMode`. */
export const REVOCATION_MODES = ['Offline', 'Online', 'SoftFail'] as const;
export type RevocationMode = (typeof REVOCATION_MODES)[number];
