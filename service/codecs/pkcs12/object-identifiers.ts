/** RFC 7292, RFC 8018 and RFC 9579. */
export const OID_DATA = '1.2.840.113549.1.7.1';
export const OID_ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
export const OID_BAG = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  safeContents: '1.2.840.113549.1.12.10.1.6',
} as const;
export const OID_X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
export const OID_FRIENDLY_NAME = '1.2.840.113549.1.9.20';
export const OID_LOCAL_KEY_ID = '1.2.840.113549.1.9.21';
export const OID_PBES2 = '1.2.840.113549.1.5.13';
export const OID_PBKDF2 = '1.2.840.113549.1.5.12';
export const OID_PBMAC1 = '1.2.840.113549.1.5.14';
export const OID_AES_256_CBC = '2.16.840.1.101.3.4.1.42';
export const OID_HMAC_SHA256 = '1.2.840.113549.2.9';
export const OID_SHA256 = '2.16.840.1.101.3.4.2.1';

/** PRFs and message authentication codes by their hash in node:crypto. */
export const HMAC_HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  [OID_HMAC_SHA256]: 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
