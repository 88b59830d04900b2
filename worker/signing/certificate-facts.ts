import { parseCertificate } from '../../service/codecs/x509/certificate.ts';
import type { SigningContext } from './signing-context.ts';

type DescribeCertificate = SigningContext['describeCertificate'];

/** A worker signs with a handful of keys at a time. */
const MAX_KNOWN = 16;

/** What is recorded of a certificate; each is read once, however many documents are signed with its key. */
export function createCertificateFacts(): DescribeCertificate {
  const known = new Map<string, ReturnType<DescribeCertificate>>();
  return (der) => {
    const key = Buffer.from(der).toString('latin1');
    const found = known.get(key);
    if (found !== undefined) return found;
    const facts = readFacts(der);
    if (known.size === MAX_KNOWN) known.clear();
    known.set(key, facts);
    return facts;
  };
}

function readFacts(der: Uint8Array): ReturnType<DescribeCertificate> {
  const certificate = parseCertificate(der);
  return {
    thumbprint: certificate.thumbprint,
    subject: certificate.subject.toString(),
    issuer: certificate.issuer.toString(),
    serialNumber: certificate.serialNumberHex,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
  };
}
