import { describe, expect, it } from 'vitest';
import { ServerFault } from '../../domain/server-fault.ts';
import { StationError } from '../../domain/station-error.ts';
import { bucketFault, bucketFinding } from './server-finding.ts';
import type { S3Settings } from './s3-settings.ts';

const SETTINGS: S3Settings = {
  ...{
    endpoint: 'https://objects.example:9000',
    bucket: 'signing-documents',
    region: 'us-east-1',
    forcePathStyle: true,
  },
  ...{ accessKeyIdSecretName: 'Key:Id', secretAccessKeySecretName: 'Key:Secret', sessionTokenSecretName: 'Key:Token' },
  ...{ certificateAuthorities: null, stagingDirectory: '/nowhere' },
};

/** As the SDK throws what a store answers. */
function answer(name: string, httpStatusCode: number): Error {
  return Object.assign(new Error('words of the store'), { name, $metadata: { httpStatusCode } });
}

describe('what is wrong with a store of objects', () => {
  it.each([
    ['NoSuchBucket', 404, false, 'has no bucket signing-documents'],
    ['InvalidAccessKeyId', 403, false, 'Key:Id'],
    ['SignatureDoesNotMatch', 403, false, 'Key:Secret'],
    ['RequestTimeTooSkewed', 403, false, 'Set the clock'],
    ['ExpiredToken', 400, false, 'temporary credentials have expired'],
    ['InvalidToken', 400, false, 'Key:Token'],
    ['PermanentRedirect', 301, false, 'Storage:Region'],
    ['AccessDenied', 403, false, 'policy of docs/deployment.md'],
    ['QuotaExceeded', 403, false, 'QuotaExceeded, HTTP 403'],
    ['SlowDown', 503, true, 'SlowDown, HTTP 503'],
    ['TooManyRequests', 429, true, 'HTTP 429'],
  ])('is said of %s (%i), without the words of the store', (name, status, isAway, words) => {
    const found = bucketFinding(answer(name, status), SETTINGS);
    expect(found.isAway).toBe(isAway);
    expect(found.what).toContain(words);
    expect(found.what).toContain(name);
    expect(found.what).not.toContain('words of the store');
  });

  it('is said of an answer that has a status alone', () => {
    expect(bucketFinding(answer('Unknown', 403), SETTINGS).what).toContain('does not let these credentials');
    expect(bucketFinding(answer('301', 301), SETTINGS).what).toContain('Storage:Region');
  });

  it('is said of the way to it', () => {
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    expect(bucketFinding(refused, SETTINGS)).toMatchObject({ isAway: true });
    const stranger = Object.assign(new Error('unable to verify'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(bucketFinding(stranger, SETTINGS).what).toContain('in Storage:CertificateAuthorities');
    const silent = Object.assign(new Error('aborted'), { name: 'AbortError' });
    expect(bucketFinding(silent, SETTINGS).what).toContain('does not answer in time');
    expect(bucketFinding('no error', SETTINGS)).toMatchObject({ isAway: true });
  });

  it('names the place of the store, and leaves what is no answer of it as it is', async () => {
    const fault = await bucketFault(answer('AccessDenied', 403), SETTINGS);
    expect(fault).toBeInstanceOf(ServerFault);
    expect(fault.message).toMatch(/^S3 at https:\/\/objects\.example:9000 does not let/);
    expect((await bucketFault(answer('SlowDown', 503), { ...SETTINGS, endpoint: null })).message).toContain(
      'AWS, us-east-1',
    );
    const unset = new StationError('SIGNING_OPERATION_FAILED', 'The secret is not set.');
    expect(await bucketFault(unset, SETTINGS)).toBe(unset);
  });
});
