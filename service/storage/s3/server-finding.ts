import { connectionFinding, ServerFault, type ServerFinding } from '../../domain/server-fault.ts';
import { StationError } from '../../domain/station-error.ts';
import { factsOf } from './s3-faults.ts';
import type { S3Settings } from './s3-settings.ts';
import { speaksTls } from './speaks-tls.ts';

const SETTINGS = { address: 'Storage:Endpoint', authorities: 'Storage:CertificateAuthorities' } as const;

type Named = Pick<
  S3Settings,
  'bucket' | 'accessKeyIdSecretName' | 'secretAccessKeySecretName' | 'sessionTokenSecretName'
>;

const AGAIN = 'They are read again every minute.';

/** What a store refuses by a code of its own (Amazon S3, error responses), with what cures it. */
const REFUSALS: readonly (readonly [codes: RegExp, words: (named: Named, code: string) => string])[] = [
  [
    /^(NoSuchBucket|NotFound)$/,
    ({ bucket }, code) => `has no bucket ${bucket} (${code}). Make it, or mend Storage:Bucket.`,
  ],
  [
    /^(InvalidAccessKeyId|InvalidClientTokenId)$/,
    (named, code) => `does not know the access key (${code}). Mend the secret ${named.accessKeyIdSecretName}.`,
  ],
  [
    /^SignatureDoesNotMatch$/,
    (named, code) =>
      `finds the signature of requests wrong (${code}). ` +
      `Mend the secret ${named.secretAccessKeySecretName}, or a proxy that changes requests.`,
  ],
  [
    /^(RequestTimeTooSkewed|RequestExpired)$/,
    (_named, code) => `has another time than this machine (${code}). Set the clock that is wrong.`,
  ],
  [
    /^(ExpiredToken|ExpiredTokenException|TokenRefreshRequired)$/,
    (_named, code) =>
      `finds that the temporary credentials have expired (${code}). Renew their three secrets. ${AGAIN}`,
  ],
  [
    /^(InvalidToken|InvalidTokenId)$/,
    (named, code) =>
      `does not know the session token (${code}). Renew the three secrets of temporary credentials, or, where the key is a lasting ` +
      `one, take ${named.sessionTokenSecretName} away.`,
  ],
  [
    /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301)$/,
    (_named, code) => `has the bucket in another region (${code}). Mend Storage:Region, or Storage:Endpoint.`,
  ],
  [
    /^(AccessDenied|AllAccessDisabled|403)$/,
    ({ bucket, ...named }, code) =>
      `does not let these credentials use the bucket ${bucket} (${code}). Mend the secrets ${named.accessKeyIdSecretName} ` +
      `and ${named.secretAccessKeySecretName}, renew temporary ones, or give them the policy of docs/deployment.md.`,
  ],
];

const SILENT: ServerFinding = {
  isAway: true,
  what:
    'takes the connection and does not answer in time. Look at its log, at what is between, and whether it is a store of ' +
    `objects that listens there: ${SETTINGS.address}.`,
};
const TLS_ALONE: ServerFinding = {
  isAway: false,
  what: `speaks TLS there, and ${SETTINGS.address} begins with http://. Begin it with https://.`,
};

/** What is wrong with the store or the way to it. */
export function bucketFinding(fault: unknown, named: Named): ServerFinding {
  const { name, status } = factsOf(fault);
  if (name === 'AbortError') return SILENT;
  const found = connectionFinding(name, SETTINGS);
  if (found !== undefined) return found;
  // Some answers have a status alone.
  const code = /^(Unknown|UnknownError|\d+)$/.test(name) ? String(status) : name;
  const [, words] = REFUSALS.find(([codes]) => codes.test(code)) ?? [];
  if (words !== undefined) return { isAway: false, what: words(named, code) };
  const answer = status === undefined ? name : `${name}, HTTP ${String(status)}`;
  const isAway = status === undefined || status === 429 || status >= 500;
  return { isAway, what: `does not do what it is asked for (${answer}). Look at its log.` };
}

/** For whoever runs the station; that a secret is not set, the store has not been asked about, and stays as it is. */
export async function bucketFault(fault: unknown, settings: Omit<S3Settings, 'stagingDirectory'>): Promise<Error> {
  if (fault instanceof StationError) return fault;
  const { endpoint, region } = settings;
  const found = (await isTlsAlone(fault, endpoint)) ? TLS_ALONE : bucketFinding(fault, settings);
  return new ServerFault({ name: 'S3', place: endpoint ?? `AWS, ${region}` }, found, fault);
}

/** A server with TLS ends connections that begin otherwise, or answers 400 (RFC 9110, section 15.5.1) to whatever it is asked. */
async function isTlsAlone(fault: unknown, endpoint: string | null): Promise<boolean> {
  if (endpoint?.startsWith('http:') !== true) return false;
  const { name, status } = factsOf(fault);
  // A server with TLS is not silent.
  if (name === 'AbortError') return false;
  return (status === undefined || status === 400) && speaksTls(new URL(endpoint));
}
