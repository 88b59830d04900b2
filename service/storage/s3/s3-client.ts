import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import type { SecretStore } from '../../secrets/secret-store.ts';
import { credentialsBySecretName } from './s3-credentials.ts';
import type { S3Settings } from './s3-settings.ts';
import { factsOf } from './s3-faults.ts';
import { CONNECT_MILLISECONDS, SILENCE_MILLISECONDS } from './store-connection.ts';
import { isTrouble, type TellTrouble } from './store-troubles.ts';

/** Our own digest of an object beside it, to be compared with what comes back. */
export const DIGEST_METADATA = 'sha256';

const ATTEMPTS = 3;
/**
 * What the SDK does for a logger, for Lambda's loops, and to name itself: a quarter of a request's processor time, and
 * nobody here hears of it.
 */
const NEEDLESS = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'];

/**
 * A client for the settings. AWS itself checks the SDK's own checksums; stores of others mostly do not know them, or keep
 * their framing as if it were content. Whatever the store, the SHA-256 of what is sent stands in the signed header of a
 * request, and a body that arrives otherwise than it left is refused.
 */
export function createS3Client(
  settings: Omit<S3Settings, 'stagingDirectory'>,
  secrets: SecretStore,
  tell: TellTrouble = () => undefined,
): S3Client {
  const isAws = settings.endpoint === null;
  const checksums = isAws ? 'WHEN_SUPPORTED' : 'WHEN_REQUIRED';
  const authorities = settings.certificateAuthorities;
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: credentialsBySecretName(settings, secrets),
    maxAttempts: ATTEMPTS,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    requestHandler: {
      connectionTimeout: CONNECT_MILLISECONDS,
      socketTimeout: SILENCE_MILLISECONDS,
      ...(authorities === null ? {} : { httpsAgent: { keepAlive: true, ca: readFileSync(authorities) } }),
    },
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
  });
  for (const name of NEEDLESS) client.middlewareStack.remove(name);
  signKnownDigest(client);
  tellTroubles(client, tell);
  return client;
}

/** Of each attempt, which the SDK makes again without a word. */
function tellTroubles(client: S3Client, tell: TellTrouble): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (fault) {
          if (isTrouble(factsOf(fault))) tell(String(commandName).replace(/Command$/, ''), fault);
          throw fault;
        }
      },
    { step: 'finalizeRequest', priority: 'low', name: 'tellTroubles' },
  );
}

/**
 * Whoever puts an object as a whole has its digest: the signature takes it as it is, where it would be made of the same
 * bytes again. (The parts of an upload name the digest of all of them.)
 */
function signKnownDigest(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { input, request } = args;
        const sha256 = 'Metadata' in input ? input.Metadata?.[DIGEST_METADATA] : undefined;
        if (commandName === 'PutObjectCommand' && sha256 !== undefined && hasBytes(request)) {
          request.headers['x-amz-content-sha256'] = sha256;
        }
        return next(args);
      },
    { step: 'build', name: 'signKnownDigest' },
  );
}

interface RequestWithBytes {
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

function hasBytes(request: unknown): request is RequestWithBytes {
  return (
    typeof request === 'object' &&
    request !== null &&
    'headers' in request &&
    'body' in request &&
    request.body instanceof Uint8Array
  );
}
