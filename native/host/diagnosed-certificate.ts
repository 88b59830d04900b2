import type { DiagnosedCertificate } from '../../service/contract/http/diagnosis.ts';
import type { CertificateFacts } from './certificate-facts.ts';

/** What a diagnosis tells of a certificate, and of the key that was looked for beside it. */
export function diagnosedCertificate(
  facts: CertificateFacts,
  key: Pick<DiagnosedCertificate, 'keyPair' | 'hasVisibleKey' | 'keyMaySign'>,
): DiagnosedCertificate {
  const { sha256Thumbprint, summary, keyUsage, isForDocuments, isAuthority, keyKind, keyObstacle } = facts;
  return {
    sha256Thumbprint,
    ...{ subject: clip(summary.subject), issuer: clip(summary.issuer) },
    ...{ notBefore: summary.notBefore, notAfter: summary.notAfter },
    ...{ keyUsage: keyUsage === null ? null : [...keyUsage], isForDocuments, isAuthority },
    ...{ keyKind: keyKind?.kind ?? null, keyObstacle },
    ...key,
  };
}

/** Names in certificates are as long as their makers like. */
const MAX_TEXT = 500;

function clip(text: string): string {
  return text.toWellFormed().slice(0, MAX_TEXT);
}
