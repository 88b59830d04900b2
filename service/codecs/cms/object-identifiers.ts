/** Content types (RFC 5652, RFC 3161). */
export const OID_ID_DATA = '1.2.840.113549.1.7.1';
export const OID_ID_SIGNED_DATA = '1.2.840.113549.1.7.2';
export const OID_ID_CT_TST_INFO = '1.2.840.113549.1.9.16.1.4';

/** Attributes (RFC 5652 11, RFC 5035, RFC 6211, EN 319 122-1 5). */
export const OID_ID_CONTENT_TYPE = '1.2.840.113549.1.9.3';
export const OID_ID_MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
export const OID_ID_SIGNING_TIME = '1.2.840.113549.1.9.5';
export const OID_ID_AA_SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
export const OID_ID_AA_SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
export const OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';
export const OID_ID_AA_CONTENT_TIME_STAMP = '1.2.840.113549.1.9.16.2.20';
/** EN 319 122-1 5.5.3; the index is an attribute of the token itself (5.5.2). */
export const OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3 = '0.4.0.1733.2.4';
export const OID_ID_AA_ATS_HASH_INDEX_V3 = '0.4.0.19122.1.5';
/** Archive timestamps of TS 101 733 before v3: over all certificates and revocation values that there ever are. */
export const OID_ID_AA_ETS_ARCHIVE_TIMESTAMP = '1.2.840.113549.1.9.16.2.27';
export const OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2 = '1.2.840.113549.1.9.16.2.48';
export const OID_ID_COUNTERSIGNATURE = '1.2.840.113549.1.9.6';
export const OID_ID_AA_CMS_ALGORITHM_PROTECTION = '1.2.840.113549.1.9.52';

/** `otherRevInfoFormat` of an OCSP response in SignedData.crls (RFC 5940 2.1). */
export const OID_ID_RI_OCSP_RESPONSE = '1.3.6.1.5.5.7.16.2';
