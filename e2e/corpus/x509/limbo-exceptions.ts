const PROFILE =
  'a rule for those who issue certificates, not a step of path validation (RFC 5280 6.1); authorities in use break it';
const CRL_PROFILE = 'a rule for those who issue CRLs (RFC 5280 5.2.3); the number is needed for delta CRLs only';
const SERVER = 'about names of servers, which no signature is made for';
const NO_DEPTH = 'the caller limits the length of the path; the station has no such setting';
const AUTHORITY_AS_SIGNER = 'the key may sign certificates only: no signer of documents';
const SERIAL = 'RFC 5280 4.1.2.2 asks users of certificates to handle such serial numbers';

/** Cases that are not counted, by id, and why. */
export const LIMBO_EXCEPTIONS: Readonly<Record<string, string>> = {
  'crl::crlnumber-missing': CRL_PROFILE,
  'crl::crlnumber-critical': CRL_PROFILE,
  'pathlen::validation-ignores-pathlen-in-leaf': AUTHORITY_AS_SIGNER,
  'pathlen::max-chain-depth-0-exhausted': NO_DEPTH,
  'pathlen::max-chain-depth-1-exhausted': NO_DEPTH,
  'rfc5280::aki::critical-aki': PROFILE,
  'rfc5280::aki::leaf-missing-aki': PROFILE,
  'rfc5280::aki::intermediate-missing-aki': PROFILE,
  'rfc5280::aki::cross-signed-root-missing-aki': PROFILE,
  'rfc5280::eku::ee-wrong-eku': 'asks for a purpose of servers',
  'rfc5280::nc::permitted-dns-match-noncritical': PROFILE,
  'rfc5280::nc::not-allowed-in-ee-noncritical': PROFILE,
  'rfc5280::nc::not-allowed-in-ee-critical': PROFILE,
  'rfc5280::pc::ica-noncritical-pc': PROFILE,
  'rfc5280::san::noncritical-with-empty-subject': PROFILE,
  'rfc5280::san::underscore-dns': SERVER,
  'rfc5280::san::ip-in-dns': SERVER,
  'rfc5280::serial::zero': SERIAL,
  'rfc5280::serial::negative': SERIAL,
  'rfc5280::ski::critical-ski': PROFILE,
  'rfc5280::ski::root-missing-ski': PROFILE,
  'rfc5280::ski::intermediate-missing-ski': PROFILE,
  'rfc5280::root-non-critical-basic-constraints': PROFILE,
  'rfc5280::leaf-ku-keycertsign': PROFILE,
  'rfc5280::ca-as-leaf': AUTHORITY_AS_SIGNER,
};
