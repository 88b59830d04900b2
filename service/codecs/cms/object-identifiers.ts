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
export const OID_ID_COUNTERSIGNATURE = '1.2.840.113549.1.9.6';
export const OID_ID_AA_CMS_ALGORITHM_PROTECTION = '1.2.840.113549.1.9.52';

/** Unsigned attributes with timestamps and validation data (EN 319 122-1 5.5, annex A; RFC 5126 6; RFC 4998 5). */
export const OID_ID_AA_ETS_CERTIFICATE_REFS = '1.2.840.113549.1.9.16.2.21';
export const OID_ID_AA_ETS_REVOCATION_REFS = '1.2.840.113549.1.9.16.2.22';
export const OID_ID_AA_ETS_CERT_VALUES = '1.2.840.113549.1.9.16.2.23';
export const OID_ID_AA_ETS_REVOCATION_VALUES = '1.2.840.113549.1.9.16.2.24';
export const OID_ID_AA_ETS_ESC_TIME_STAMP = '1.2.840.113549.1.9.16.2.25';
export const OID_ID_AA_ETS_CERT_CRL_TIMESTAMP = '1.2.840.113549.1.9.16.2.26';
export const OID_ID_AA_ETS_ARCHIVE_TIMESTAMP = '1.2.840.113549.1.9.16.2.27';
export const OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2 = '1.2.840.113549.1.9.16.2.48';
export const OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3 = '0.4.0.1733.2.4';
export const OID_ID_AA_ETS_LONG_TERM_VALIDATION = '0.4.0.1733.2.2';
export const OID_ID_AA_ATS_HASH_INDEX = '0.4.0.1733.2.5';
export const OID_ID_AA_ATS_HASH_INDEX_V2 = '0.4.0.19122.1.4';
export const OID_ID_AA_ATS_HASH_INDEX_V3 = '0.4.0.19122.1.5';
export const OID_ID_AA_ER_INTERNAL = '1.2.840.113549.1.9.16.2.49';
export const OID_ID_AA_ER_EXTERNAL = '1.2.840.113549.1.9.16.2.50';
/** Validation data that Adobe's programs sign along (ISO 32000-2 12.8.3.3.2). */
export const OID_ADBE_REVOCATION_INFO_ARCHIVAL = '1.2.840.113583.1.1.8';

/** `otherRevInfoFormat` of an OCSP response in SignedData.crls (RFC 5940 2.1). */
export const OID_ID_RI_OCSP_RESPONSE = '1.3.6.1.5.5.7.16.2';
/** The same format named by the type of its content, as software in wide use writes it. */
export const OID_ID_PKIX_OCSP_BASIC = '1.3.6.1.5.5.7.48.1.1';
