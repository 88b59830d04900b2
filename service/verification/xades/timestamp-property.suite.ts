import { makeToken, type TokenRequest } from '../timestamps/timestamping.suite.ts';
import { base64, EXC_C14N } from './signed-xml.suite.ts';

/** UnsignedProperties with one timestamp of these octets; `property` names its element. */
export function timestampProperty(
  of: Uint8Array,
  request: Partial<TokenRequest> = {},
  property = 'SignatureTimeStamp',
): string {
  const token = makeToken({ of, at: new Date('2026-06-01T00:00:00Z'), ...request });
  return (
    `<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:${property}>` +
    `<ds:CanonicalizationMethod Algorithm="${EXC_C14N}"></ds:CanonicalizationMethod>` +
    `<xades:EncapsulatedTimeStamp>${base64(token)}</xades:EncapsulatedTimeStamp></xades:${property}>` +
    '</xades:UnsignedSignatureProperties></xades:UnsignedProperties>'
  );
}
