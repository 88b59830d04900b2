import { limitationsOf } from '../../service/verification/limitations.ts';
import type { SignatureFinding, VerificationReport } from '../../service/contract/http/verification.ts';
import { DAY, hash, iso } from './fake-values.ts';

export function finding(fields: Partial<SignatureFinding> = {}): SignatureFinding {
  return {
    name: 'Service1',
    status: 'VALID',
    signature: {
      cryptoValid: true,
      signerThumbprint: hash('sha1', 'anna').toUpperCase(),
      signerSubject: 'CN=Anna Grüber,O=Stadtwerke Linz,C=AT',
      reasonCodes: ['SIG_VALID'],
    },
    certificate: {
      isValid: true,
      subject: 'CN=Anna Grüber,O=Stadtwerke Linz,C=AT',
      issuer: 'CN=Trust Centre Signing CA 3,O=Trust Centre AG,C=AT',
      thumbprint: hash('sha1', 'anna').toUpperCase(),
      notBefore: iso(-400 * DAY),
      notAfter: iso(690 * DAY),
      reasonCodes: ['CERT_VALID', 'REVOCATION_UNKNOWN'],
      chainStatus: ['CN=Anna Grüber', 'CN=Trust Centre Signing CA 3', 'CN=Trust Centre Root'],
      revocation: { status: 'Unknown', source: 'Offline', detail: null },
    },
    reasonCodes: [],
    detail: null,
    claimedSigningTime: iso(-64_000),
    coversWholeDocument: true,
    profileReached: 'B',
    ...fields,
  };
}

export function validReport(fields: Partial<VerificationReport> = {}): VerificationReport {
  const only = finding();
  return {
    overallStatus: 'VALID',
    isValid: true,
    reasonCodes: ['SIG_VALID', 'CERT_VALID', 'REVOCATION_UNKNOWN'],
    checkedAt: iso(-1_000),
    source: 'StoredSignature',
    format: 'PAdES',
    signatureId: null,
    detail: null,
    limitations: limitationsOf('PAdES'),
    signature: only.signature,
    certificate: only.certificate,
    signatures: [only],
    changes: [],
    ...fields,
  };
}

/** Two signatures, the first of which was broken by a change between them. */
export function invalidReport(): VerificationReport {
  const broken = finding({
    status: 'INVALID',
    signature: { ...finding().signature, cryptoValid: false, reasonCodes: ['SIG_DIGEST_MISMATCH'] },
    reasonCodes: ['PDF_CHANGED_AFTER_SIGNING'],
    coversWholeDocument: false,
    detail: 'Changed after signing: page 2: contents replaced.',
  });
  const second = finding({
    name: 'Service2',
    signature: { ...finding().signature, signerSubject: 'CN=Stadtwerke Linz Electronic Seal,O=Stadtwerke Linz' },
  });
  return validReport({
    overallStatus: 'INVALID',
    isValid: false,
    reasonCodes: ['SIG_DIGEST_MISMATCH', 'PDF_CHANGED_AFTER_SIGNING', 'CERT_VALID'],
    source: 'UploadedDocument',
    signature: broken.signature,
    certificate: broken.certificate,
    signatures: [broken, second],
    changes: [
      {
        kind: 'Forbidden',
        detail: 'page 2: contents replaced',
        revision: 3,
        page: 2,
        rectangle: null,
        signature: 'Service2',
      },
      {
        kind: 'Signature',
        detail: 'signature field "Service2" was signed',
        revision: 4,
        page: 1,
        rectangle: null,
        signature: 'Service2',
      },
    ],
  });
}

/** A self-made certificate that nobody vouches for. */
export function indeterminateReport(): VerificationReport {
  const untrusted = finding({ status: 'INDETERMINATE' });
  const certificateResult = {
    ...untrusted.certificate,
    isValid: false,
    reasonCodes: ['CERT_UNTRUSTED' as const, 'REVOCATION_DATA_MISSING' as const],
  };
  return validReport({
    overallStatus: 'INDETERMINATE',
    isValid: false,
    reasonCodes: ['SIG_VALID', 'CERT_UNTRUSTED', 'REVOCATION_DATA_MISSING'],
    source: 'UploadedDocument',
    certificate: certificateResult,
    signatures: [{ ...untrusted, certificate: certificateResult }],
  });
}
