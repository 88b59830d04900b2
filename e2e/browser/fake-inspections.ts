import { PLAIN_FACTS, type Inspection } from '../../service/contract/http/inspection.ts';
import type {
  CounterSignature,
  TimestampFinding,
  VerificationReport,
} from '../../service/contract/http/verification.ts';
import { finding, indeterminateReport, invalidReport, validReport } from './fake-reports.ts';

/** One signature, over it a good counter-signature, and over that one a broken one. */
function countersignedReport(): VerificationReport {
  const report = validReport({ source: 'UploadedDocument', format: 'CAdES' });
  const { status, signature, certificate, reasonCodes, claimedSigningTime } = finding();
  const counter = { status, signature, certificate, reasonCodes, claimedSigningTime, detail: null };
  const counterSignatures: CounterSignature[] = [
    { ...counter, name: '1', countersigned: null },
    {
      ...{ ...counter, name: '1.1', countersigned: '1', status: 'INVALID', reasonCodes: ['SIG_CRYPTO_INVALID'] },
      signature: { ...signature, cryptoValid: false, signerSubject: 'CN=Notary of Linz,O=Chamber of Notaries' },
    },
  ];
  return { ...report, signatures: report.signatures.map((one) => ({ ...one, counterSignatures })) };
}

/** A signature of level LTA whose time is proven, a counter-signature with a timestamp, and a timestamp beside both. */
function lastingReport(): VerificationReport {
  const report = countersignedReport();
  const { certificate } = finding();
  const timestamp: TimestampFinding = {
    ...{ kind: 'SignatureTimestamp', status: 'VALID', time: '2026-03-01T09:30:00.000Z', isIntact: true },
    certificate: { ...certificate, subject: 'CN=Time Stamping Unit 4,O=Trust Centre AG,C=AT' },
    ...{ reasonCodes: ['TIMESTAMP_VALID'], detail: null },
  };
  const archive: TimestampFinding = { ...timestamp, kind: 'ArchiveTimestamp', time: '2026-03-02T10:00:00.000Z' };
  const loose: TimestampFinding = {
    ...{ ...timestamp, kind: 'ContainerTimestamp', status: 'INVALID', time: null, isIntact: false },
    ...{
      reasonCodes: ['TIMESTAMP_INVALID'],
      detail: 'It lists files that are not there as they were when the timestamp was made.',
    },
    certificate: { ...certificate, subject: '' },
  };
  const revocation = {
    ...({ status: 'Good', source: 'Ocsp' } as const),
    detail: 'In the document: OCSP response of 2026-03-01T09:30:05.000Z.',
  };
  const known = { ...certificate, reasonCodes: ['CERT_VALID' as const, 'REVOCATION_GOOD' as const], revocation };
  const signatures = report.signatures.map((one) => ({
    ...{ ...one, profileReached: 'LTA' as const, timestamps: [timestamp, archive], certificate: known },
    ...{ claimedSigningTime: '2026-03-01T09:29:00.000Z', bestSignatureTime: timestamp.time },
    evidenceGoodUntil: '2034-05-06T00:00:00.000Z',
    counterSignatures: one.counterSignatures?.slice(0, 1).map((counter) => ({
      ...{ ...counter, timestamps: [{ ...timestamp, time: '2026-04-05T08:00:00.000Z' }] },
      bestSignatureTime: '2026-04-05T08:00:00.000Z',
    })),
  }));
  return { ...report, signatures, timestamps: [timestamp, archive, loose] };
}

/** Two signatures beside one another. */
function twoSigners(): VerificationReport {
  const report = validReport({ source: 'UploadedDocument', format: 'XAdES' });
  const [first] = report.signatures;
  if (first === undefined) throw new Error('The report has no signature.');
  const people = ['CN=Ann Buyer,O=Test', 'CN=Bob Seller,O=Test'];
  const signatures = people.map((signerSubject, index) => ({
    ...{ ...first, name: `Signature${String(index + 1)}`, signature: { ...first.signature, signerSubject } },
  }));
  return { ...report, signatures };
}

/** Two signatures in a PDF, and a document timestamp, which is listed as a signature is. */
function twoSignersAndTimestamp(): VerificationReport {
  const report = { ...twoSigners(), format: 'PAdES' as const };
  const { certificate } = finding();
  const authority = {
    ...certificate,
    subject: 'CN=Time Stamping Unit 4,O=Trust Centre AG,C=AT',
    thumbprint: 'EF'.repeat(20),
  };
  const signature = { signerThumbprint: authority.thumbprint, signerSubject: authority.subject };
  const stamped = report.signatures.slice(0, 1).map((one) => ({
    ...{ ...one, name: 'Timestamp1', profileReached: null, certificate: authority },
    signature: { ...one.signature, ...signature },
  }));
  const timestamp: TimestampFinding = {
    ...{ kind: 'DocumentTimestamp', status: 'VALID', time: '2026-03-01T09:30:00.000Z', isIntact: true },
    ...{ certificate: authority, reasonCodes: ['TIMESTAMP_VALID'], detail: null },
  };
  return { ...report, signatures: [...report.signatures, ...stamped], timestamps: [timestamp] };
}

/** What the station says of an upload, by its name. */
export function inspection(name: string): Inspection {
  const none = PLAIN_FACTS;
  if (name.includes('plain')) {
    const explanation = 'The file is none of the kinds whose signatures this station checks.';
    return { ...none, detected: 'PlainFile', explanation };
  }
  if (name.includes('scripted')) {
    const kinds = ['JavaScript', 'HiddenLayers', 'UnusedObjects'] as const;
    const warnings = kinds.map((kind, index) => ({ kind, count: index + 1, detail: null }));
    return { ...none, detected: 'PDF', warnings, explanation: 'The PDF holds no signature.' };
  }
  if (name.includes('fields')) {
    const signatureFields = [
      { name: 'Seller', isSigned: true, page: 1 },
      { name: 'Buyer', isSigned: false, page: 2 },
      { name: 'Witness', isSigned: false, page: null },
    ];
    return { ...none, detected: 'PDF', signatureFields, explanation: 'The PDF holds no signature.' };
  }
  if (name.includes('countersigned')) {
    return { ...none, detected: 'CMS', isSigned: true, report: countersignedReport() };
  }
  if (name.includes('form-alone')) {
    const { signatures, ...report } = lastingReport();
    const of = signatures.map((one) => ({ ...one, profileReached: 'LT' as const, profileByForm: 'LTA' as const }));
    return { ...none, detected: 'CMS', isSigned: true, report: { ...report, signatures: of } };
  }
  if (name.includes('lasting')) return { ...none, detected: 'CMS', isSigned: true, report: lastingReport() };
  if (name.includes('unsigned')) return { ...none, detected: 'XML', explanation: 'The file holds no signature.' };
  if (name.includes('agreement')) return { ...none, detected: 'PDF', isSigned: true, report: twoSignersAndTimestamp() };
  if (name.includes('twice')) return { ...none, detected: 'XML', isSigned: true, report: twoSigners() };
  if (name.includes('tampered')) return { ...none, detected: 'PDF', isSigned: true, report: invalidReport() };
  if (name.includes('unknown')) return { ...none, detected: 'PDF', isSigned: true, report: indeterminateReport() };
  const report = validReport({ source: 'UploadedDocument' });
  if (!name.endsWith('.asice')) return { ...none, detected: 'CMS', isSigned: true, report };
  const contents = [
    { name: 'mimetype', size: 31, role: 'Other' as const, isSigned: false },
    { name: 'plan.csv', size: 1_204, role: 'Data' as const, isSigned: true },
    { name: 'notes.txt', size: 90, role: 'Data' as const, isSigned: false },
  ];
  return { ...none, detected: 'ASiC_E', isSigned: true, contents, report };
}
