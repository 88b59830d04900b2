import type { Certificate } from '../../codecs/x509/certificate.ts';
import { earliest, type JudgedTimestamp } from './judge-timestamps.ts';

/** RSA below 3072 bits gives 112 bits of security, which NIST SP 800-57 part 1, table 4 ends with the year 2030. */
const RSA_2048_ENDS = new Date('2030-12-31T23:59:59Z');
const STRONG_RSA_BITS = 3000;

/**
 * Until when the youngest believed timestamp proves what it is over: the first end of a certificate on the path of its
 * authority, or of an algorithm of its keys. What was made after the end of the signer's certificate proves nothing that
 * is wanted by itself: it counts where it is over one that does. Null when none is believed.
 */
export function evidenceGoodUntil(timestamps: readonly JudgedTimestamp[], signer: Certificate | null): Date | null {
  const believed = timestamps
    .filter(({ status, found }) => status === 'VALID' && found.about === 'signature')
    .toSorted((left, right) => timeOf(left) - timeOf(right));
  const proving = believed.filter(({ time }) => time !== null && (signer === null || time <= signer.notAfter));
  const keeping = believed.filter((one) => proving.some(({ found }) => one.protects.has(found)));
  const youngest = (
    proving.length === 0 ? believed : believed.filter((one) => [...proving, ...keeping].includes(one))
  ).at(-1);
  if (youngest === undefined) return null;
  return earliest(youngest.chain.flatMap(endsOf));
}

function timeOf({ time }: JudgedTimestamp): number {
  return time?.getTime() ?? 0;
}

function endsOf({ notAfter, key }: Certificate): Date[] {
  const isRsa = key.kind === 'RSA' || key.kind === 'RSA-PSS';
  return isRsa && key.sizeBits < STRONG_RSA_BITS ? [notAfter, RSA_2048_ENDS] : [notAfter];
}
