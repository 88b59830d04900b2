import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';
import type { PinPrompt } from '../../service/contract/vocabulary/pin-prompts.ts';
import type { StationError } from '../../service/domain/station-error.ts';
import type { CertificateDescriptor } from '../../service/contract/http/providers.ts';
import type { FoundKey, ProviderEntry } from '../../service/providers/token-host/protocol.ts';
import type { DeviceIdentity } from './key-device.ts';
import { isDemoEntry } from '../../service/providers/token-host/provider-entries.ts';

export interface ValidityRule {
  readonly now: Date;
  readonly allowExpiredCertificates: boolean;
  /** Why the device cannot be logged in to now. */
  readonly loginProblem: StationError | null;
}

const SIGNING_USAGES = ['digitalSignature', 'nonRepudiation'];

type Usability = Pick<FoundKey, 'usability' | 'reason'>;

/** Whether the key may sign now: what the device says, key usage (RFC 5280 4.2.1.3), validity, and the login last. */
export function judgeUsability(identity: DeviceIdentity, rule: ValidityRule): Usability {
  const { certificate, obstacle } = identity;
  if (obstacle !== null) return { usability: 'unusable', reason: obstacle };
  const { keyUsage } = certificate;
  const maySign = keyUsage === null || SIGNING_USAGES.some((usage) => keyUsage.includes(usage));
  if (!maySign) return { usability: 'unusable', reason: 'The key usage of the certificate does not allow signatures.' };
  if (rule.now < certificate.notBefore) {
    return { usability: 'outside-validity', reason: `Not valid before ${certificate.notBefore.toISOString()}.` };
  }
  if (rule.now > certificate.notAfter && !rule.allowExpiredCertificates) {
    return { usability: 'outside-validity', reason: `Expired at ${certificate.notAfter.toISOString()}.` };
  }
  if (identity.isLocked) return { usability: 'locked', reason: rule.loginProblem?.message ?? 'It is not logged in.' };
  return { usability: 'usable', reason: null };
}

export function describeIdentity(
  entry: ProviderEntry,
  identity: DeviceIdentity,
  rule: ValidityRule & { readonly pinPrompt: PinPrompt | null },
): CertificateDescriptor {
  const { usability, reason } = judgeUsability(identity, rule);
  return {
    ...identity.certificate.summary,
    providerId: entry.id,
    providerType: entry.type,
    canSign: usability === 'usable',
    cannotSignReason: reason,
    waitReason: usability === 'locked' ? waitReasonOf(rule.loginProblem) : null,
    pinPrompt: rule.pinPrompt,
    isDemo: isDemoEntry(entry),
  };
}

function waitReasonOf(problem: StationError | null): WaitReason {
  return problem?.waitReason ?? (problem?.area === 'pin' ? 'PIN_REFUSED' : 'PROVIDER_UNAVAILABLE');
}

export function foundKey(entry: ProviderEntry, identity: DeviceIdentity, rule: ValidityRule): FoundKey {
  return {
    providerId: entry.id,
    providerType: entry.type,
    keyId: identity.certificate.sha256Thumbprint,
    certificate: identity.certificate.der,
    chain: [...identity.chain],
    algorithms: [...identity.algorithms],
    ...judgeUsability(identity, rule),
  };
}
