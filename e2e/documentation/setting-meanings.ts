import type { SettingKey } from './setting-key.ts';
import { PROVIDER_MEANINGS } from './provider-meanings.ts';
import { keepsFor, PROXY, PROXY_USER, SECRET, type SettingMeaning } from './setting-meaning.ts';
import { WATCHED_FOLDER_MEANINGS } from './watched-folder-meanings.ts';

/** What every setting means. A key of the schema that is not here does not compile. */
export const SETTING_MEANINGS = {
  Environment: {
    fallback: 'by the program, see above',
    meaning:
      'Production asks for TLS beyond this machine, makes no demo identity, loads no module but the configured ones and serves no OpenAPI document. Development and Testing do the same as each other.',
  },
  Roles: { meaning: 'What this station does. `api` serves requests, `token-host` holds the keys.' },
  'Data:Directory': {
    fallback: "the user's data folder, see above",
    meaning: 'Everything that the station keeps lies here. One station at a time uses it.',
  },
  'Server:Host': {
    meaning: 'Address to listen on. With 127.0.0.1 and a port of its own, the station listens on ::1 too.',
  },
  'Server:Port': { meaning: 'Port to listen on; 0 takes a free one.' },
  'Server:AllowedHosts': { meaning: 'Further host names (without port) under which requests are answered.' },
  'Server:AllowedOrigins': { meaning: 'Origins of web pages that may call, such as `https://intranet.example`.' },
  'Server:Tls:Certificate': { meaning: 'PEM file with the certificate of the server and those above it.' },
  'Server:Tls:Key': { meaning: 'PEM file with its key. Both files are taken up again when they are renewed.' },
  'Server:Tls:MinimumVersion': { meaning: 'Lowest version of TLS.' },
  'Server:TrustedProxies': {
    meaning:
      'Addresses or networks of what ends TLS in front of the station. Where it is set, nobody else beyond this machine may connect.',
  },
  'Server:LocalUsers': {
    fallback: '`any`; `own` in the desktop program on Linux',
    meaning: 'Which users of this machine may call: only the one that the station runs as, or any. `own` needs Linux.',
  },
  'Server:DangerouslyAllowUnauthenticatedAccess': {
    meaning: 'Start without API keys where others can connect, because something in front checks every caller.',
  },
  'Authentication:Enabled': { meaning: 'Every request needs an API key.' },
  'Database:Provider': { meaning: 'A database file of this machine, or a server ([operating](operating.md)).' },
  'Database:ConnectionString': {
    fallback: '`station.db` in the data directory',
    meaning: 'Path of the SQLite file, or `postgresql://user@host/database`, without a password.',
  },
  'Database:PasswordSecretName': { meaning: 'The secret that holds the password for Postgres.' },
  'Database:MaxConnections': { meaning: 'Connections to Postgres that this station opens at most.' },
  'Storage:Provider': {
    meaning: 'Where documents lie: in files, or in a bucket of S3, see [deployment.md](deployment.md).',
  },
  'Storage:Root': { fallback: '`files` in the data directory', meaning: 'Folder of the documents.' },
  'Storage:Endpoint': {
    fallback: 'AWS',
    meaning:
      'Address of the store where it is not AWS, such as `https://objects.example:9000`. In Production beyond this machine with TLS only.',
  },
  'Storage:Bucket': { meaning: 'Bucket that the documents lie in. It is there already: the station makes none.' },
  'Storage:Region': {
    fallback: '`us-east-1` with an endpoint; needed for AWS',
    meaning: 'Region of the bucket.',
  },
  'Storage:ForcePathStyle': {
    meaning: "The bucket stands in the path of addresses, not in the host name. Most stores of one's own need it.",
  },
  'Storage:AccessKeyIdSecretName': { meaning: `Of the access key id. ${SECRET}` },
  'Storage:SecretAccessKeySecretName': { meaning: `Of the secret access key. ${SECRET}` },
  'Storage:SessionTokenSecretName': {
    meaning: `Of the session token of temporary credentials; there need not be one. ${SECRET} The three are read again every minute.`,
  },
  'Storage:CertificateAuthorities': {
    fallback: 'the well-known ones',
    meaning: 'PEM file of the authorities that vouch for the store. Relative paths are below the data directory.',
  },
  'Broker:Provider': {
    meaning: 'Who carries messages: the station itself, or RabbitMQ, see [deployment.md](deployment.md).',
  },
  'Broker:Url': {
    meaning:
      'Address of the server with its virtual host, such as `amqps://mq.example:5671/signing`, without credentials. In Production beyond this machine with TLS only.',
  },
  'Broker:Username': { meaning: 'User at RabbitMQ.' },
  'Broker:PasswordSecretName': { meaning: `Of its password. ${SECRET} It is read again at each connection.` },
  'Broker:CertificateAuthorities': {
    fallback: 'the well-known ones',
    meaning: 'PEM file of the authorities that vouch for RabbitMQ. Relative paths are below the data directory.',
  },
  'Signing:AllowExpiredCertificates': {
    meaning: 'Sign with certificates that are expired or not valid yet. For tests.',
  },
  'Signing:MaxWait': {
    meaning: 'How long a job waits for its token, card or PIN, or for evidence that is due, before it fails.',
  },
  'Approvals:Rule': {
    fallback: '`Never`; `Always` in the desktop program',
    meaning:
      'Whether a person has to see and approve what a program gives in: `Never`, `Always`, or `OncePerBatch`. For programs without a key, for keys without a rule of their own, and for watched folders without one. What a person sends from a page of the station is never asked about.',
  },
  'Approvals:ExpireAfter': { meaning: 'A document that nobody has approved for so long is Cancelled.' },
  ...PROVIDER_MEANINGS,
  'Signatures:DefaultTenantId': { meaning: 'Tenant of requests that name none and show no key.' },
  'Signatures:MaxUploadBytes': { unit: 'bytes', meaning: 'Largest document.' },
  'Signatures:MaxAppearanceImageBytes': { unit: 'bytes', meaning: 'Largest stamp image.' },
  'SigningJobRetry:MaxAttempts': {
    meaning: 'How often a job is tried when the cause may pass. Waiting is no attempt.',
  },
  'SigningJobRetry:InitialBackoffMilliseconds': {
    unit: 'milliseconds',
    meaning: 'Time before the second attempt; it doubles from attempt to attempt.',
  },
  'SigningJobRetry:MaxBackoffMilliseconds': { unit: 'milliseconds', meaning: 'Longest time between two attempts.' },
  'Timestamping:Url': {
    meaning:
      'Timestamp authority (RFC 3161). `npm run station -- tsa test` tries it. Without one, profiles T, LT and LTA fail before anything is signed.',
  },
  'Timestamping:AlternativeUrls': {
    meaning: 'Further authorities, asked in this order when those before them give no timestamp.',
  },
  'Timestamping:PolicyOid': { meaning: 'Policy to ask the authority for; a timestamp of another policy is refused.' },
  'Timestamping:Username': {
    meaning: 'User at the authority (HTTP Basic). Without one no password is sent, and none may be there.',
  },
  'Timestamping:PasswordSecretName': {
    fallback: '`Timestamping:Password`',
    meaning: `${SECRET} A password without a user name is never sent: T, LT and LTA fail and readiness says Degraded.`,
  },
  'Timestamping:HashAlgorithm': { meaning: 'By which documents are digested for a timestamp.' },
  'Timestamping:TimeoutMilliseconds': {
    unit: 'milliseconds',
    meaning: 'How long one authority may take, from the connection to the end of its answer.',
  },
  'Timestamping:MaxResponseBytes': { unit: 'bytes', meaning: 'Longest answer of an authority.' },
  'Timestamping:TrustedRoots': {
    fallback: 'the roots of the runtime and the system',
    meaning: 'PEM file of the certificates that HTTPS to an authority ends in, instead of those.',
  },
  'Timestamping:ClientCertificate:Certificate': {
    meaning: 'PEM file of the certificate that the station shows an authority over HTTPS.',
  },
  'Timestamping:ClientCertificate:Key': { meaning: 'PEM file of its key, without a password.' },
  'Timestamping:ProxyUrl': {
    fallback: PROXY,
    meaning: "HTTP proxy towards the authorities, not the environment's, without user and password.",
  },
  'Timestamping:ProxyUsername': { meaning: PROXY_USER },
  'Timestamping:ProxyPasswordSecretName': { meaning: SECRET },
  'Verification:TrustAnchors': {
    fallback: '`trust-anchors` in the data directory',
    meaning:
      'Folder of the certificates (PEM or DER) that are trusted. Nothing else is. Readiness says Degraded where a folder that is named here, or by `ValidationData`, is not there.',
  },
  'Verification:RevocationMode': {
    meaning:
      'Offline and SoftFail judge by the CRLs and OCSP responses at hand and accept that none is there; Online does not accept it. With `ValidationData:Online`, Online and SoftFail ask OCSP responders, then lists, for what is not at hand; without it nobody is asked in any mode, which the log and `revocation` in `/health` say of Online.',
  },
  'TrustedLists:Folder': {
    fallback: 'none',
    meaning:
      'Folder with the EU list of the lists, its pivots (named as at their addresses) and lists of countries, as `.xml` files. Reports then say which listed service a certificate comes from and what its status was.',
  },
  'TrustedLists:Signers': {
    fallback: '`trusted-lists/signers` in the data directory',
    meaning:
      'Folder of the certificates (PEM or DER) that the Official Journal names as signers of the list of the lists. Without them every list is refused.',
  },
  'TrustedLists:Online': {
    meaning:
      'The list of the lists, its pivots and the lists it points to are fetched over HTTP, with `ValidationData:InnerAddresses` and `ValidationData:Proxy`.',
  },
  'TrustedLists:Url': { meaning: 'Address of the list of the lists.' },
  'TrustedLists:Territories': {
    fallback: 'all',
    meaning: 'Country codes, for stations that need the lists of some countries only.',
  },
  'TrustedLists:AsAnchors': {
    meaning:
      'Paths may end in listed services that issue certificates, and those of timestamps in listed timestamp services, while their status says that they are in force. Without it lists only tell where a certificate comes from.',
  },
  'TrustedLists:RefreshMinutes': { meaning: 'How often lists are fetched anew.' },
  'ValidationData:Certificates': {
    fallback: '`validation-data/certificates` in the data directory',
    meaning: 'Folder of intermediate certificates.',
  },
  'ValidationData:Crls': {
    fallback: '`validation-data/crls` in the data directory',
    meaning: 'Folder of revocation lists.',
  },
  'ValidationData:OcspResponses': {
    fallback: '`validation-data/ocsp-responses` in the data directory',
    meaning: 'Folder of OCSP responses.',
  },
  'ValidationData:Online': {
    meaning:
      'Evidence that the folders do not have, for LT and LTA and for verification with RevocationMode Online or SoftFail, is asked for over HTTP where the certificates say: OCSP, then revocation lists, and issuers. What is good is kept in the data directory until it runs out.',
  },
  'ValidationData:GracePeriod': {
    fallback: 'none',
    meaning:
      'How long after a signature the revocation information for LT and LTA has to be made, so that a revocation that was on its way is in it: `90s`, `30m`, `24h`, `7d`. A job waits for it, signed and timestamped, with `GRACE_PERIOD_RUNNING`, then until there is such information; it has to be shorter than `Signing:MaxWait`.',
  },
  'ValidationData:InnerAddresses': {
    meaning:
      'Addresses and networks inside (`10.1.2.3`, `10.0.0.0/8`) that may be asked for evidence. Without it only addresses of the internet are: certificates are written by strangers.',
  },
  'ValidationData:Proxy': {
    fallback: PROXY,
    meaning: 'HTTP proxy for all requests for evidence (`http://host:port`). It then decides which names it reaches.',
  },
  'ValidationData:ProxyUsername': { meaning: PROXY_USER },
  'ValidationData:ProxyPasswordSecretName': { meaning: `${SECRET} It is read again at each request.` },
  'ValidationData:OcspNonce': {
    meaning:
      'A nonce with each OCSP request. Without one, requests are made so that servers may answer from their caches (RFC 5019).',
  },
  'ValidationData:TimeoutMilliseconds': {
    meaning:
      'For one request for evidence, redirects included; twice as much for all that is asked to judge one document.',
  },
  'ValidationData:MaxResponseBytes': {
    meaning: 'Largest revocation list that is fetched. An OCSP response or a certificate is never larger than 1 MiB.',
  },
  ...WATCHED_FOLDER_MEANINGS,
  'Renewal:WithinDays': {
    unit: 'days',
    fallback: 'none: no schedule',
    meaning:
      'Signed files of level LTA whose evidence ends within so many days are renewed by the station itself, as jobs of their own. `renewal` in `/health` says what did not work.',
  },
  'Renewal:IntervalMinutes': {
    unit: 'minutes',
    meaning: 'How often such files are looked for; at most 200 at a look.',
  },
  'Retention:InputFileDays:Completed': keepsFor('documents of completed requests'),
  'Retention:InputFileDays:Failed': keepsFor('documents of failed requests'),
  'Retention:InputFileDays:Rejected': keepsFor('documents of rejected requests'),
  'Retention:InputFileDays:Cancelled': keepsFor('documents of cancelled requests'),
  'Retention:OutputFileDays:Completed': keepsFor('signed files of completed requests'),
  'Retention:OutputFileDays:Failed': keepsFor('signed files of failed requests'),
  'Retention:OutputFileDays:Rejected': keepsFor('signed files of rejected requests'),
  'Retention:OutputFileDays:Cancelled': keepsFor('signed files of cancelled requests'),
  'Retention:AuditEventDays': {
    unit: 'days',
    fallback: 'none: for ever',
    meaning:
      'Audit events that are older are moved from the database to files in `archive` below the data directory. Those of requests that have not ended stay.',
  },
  'Retention:RequestDays': {
    unit: 'days',
    fallback: 'none: for ever',
    meaning:
      'Requests that ended so long ago and of which no file is kept any more are moved, with their jobs, from the database to files in `archive` below the data directory. Their idempotency keys stay.',
  },
  'Retention:SweepIntervalMinutes': { unit: 'minutes', meaning: 'How often old files are looked for.' },
  'Worker:Concurrency': {
    fallback: '24 for key files; 4 for each token, and 2 for each session of it; 256 at most',
    meaning:
      'How many jobs are under way at once. Each provider has slots of its own, as many as stand for it in the default; where there are fewer in all, one is kept free for each provider.',
  },
  'Worker:LeaseMilliseconds': {
    unit: 'milliseconds',
    meaning: 'How long a claim on a job holds. It is renewed once, when the work on the job begins.',
  },
  'Telemetry:LogLevel': { meaning: 'Least severe lines of the log.' },
  'Telemetry:MetricsEnabled': { meaning: 'Serve `/metrics`.' },
  'Telemetry:OtlpEndpoint': { meaning: 'OpenTelemetry collector for traces (OTLP over HTTP).' },
} as const satisfies Record<SettingKey, SettingMeaning>;
