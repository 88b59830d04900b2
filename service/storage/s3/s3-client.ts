import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import type { SecretStore } from '../../secrets/secret-store.ts';
import { credentialsBySecretName } from './s3-credentials.ts';
import type { S3Settings } from './s3-settings.ts';

const CONNECT_MILLISECONDS = 5_000;
/** Of silence, not of the whole request: a large part over a slow line takes its time. */
const SILENCE_MILLISECONDS = 30_000;
const ATTEMPTS = 3;

/**
 * A client for the settings. AWS itself checks the SDK's own checksums; stores of others mostly do not know them, or keep
 * their framing as if it were content, and get Content-MD5, which is as old as S3.
 */
export function createS3Client(settings: S3Settings, secrets: SecretStore): S3Client {
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
  if (!isAws) addContentMd5(client);
  return client;
}

/** RFC 1864: the store refuses a body that arrives otherwise than it left. A check of transport, not of authenticity. */
function addContentMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      if (hasBytes(request)) request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64');
      return next(args);
    },
    { step: 'build', name: 'contentMd5' },
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
