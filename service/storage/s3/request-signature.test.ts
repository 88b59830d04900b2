import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { requestSigner, type RequestToSign, type SigningCredentials } from './request-signature.ts';

const REGION = 'eu-central-1';
const NOON = new Date('2026-03-04T12:00:00.789Z');
const LASTING = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const TEMPORARY = {
  accessKeyId: 'ASIAEXAMPLE',
  secretAccessKey: 'another secret',
  sessionToken: 'token/of+a session==',
};

const GET: RequestToSign = {
  method: 'GET',
  path: '/documents/tenant/019a/input%20%281%29.bin',
  headers: { host: 'store.example:9000', 'x-amz-content-sha256': 'a'.repeat(64) },
};
const PUT: RequestToSign = {
  method: 'PUT',
  path: '/documents/tenant/019a/signed.bin',
  headers: {
    host: 'store.example:9000',
    'content-type': 'application/octet-stream',
    'content-length': '5',
    'x-amz-content-sha256': 'b'.repeat(64),
    'x-amz-meta-sha256': 'b'.repeat(64),
    'if-none-match': '*',
  },
};

/** What the SDK's own signer says of the same request. */
async function bySdk(request: RequestToSign, credentials: SigningCredentials, signingDate: Date) {
  const client = new S3Client({ region: REGION, credentials });
  const [hostname = '', port] = (request.headers['host'] ?? '').split(':');
  const signer = await client.config.signer();
  const { headers } = await signer.sign(
    { ...request, protocol: 'http:', hostname, port: Number(port), query: {}, headers: { ...request.headers } },
    { signingDate },
  );
  client.destroy();
  return headers;
}

describe('requestSigner', () => {
  it.each([
    ['a request without a body', GET, LASTING],
    ['a new object', PUT, LASTING],
    ['temporary credentials', PUT, TEMPORARY],
  ])("signs as the SDK's signer does: %s", async (_name, request, credentials) => {
    expect(requestSigner(REGION)(request, credentials, NOON)).toEqual(await bySdk(request, credentials, NOON));
  });

  it('signs with the key of the day and of the secret, whatever it has signed before', async () => {
    const sign = requestSigner(REGION);
    const nextDay = new Date('2026-03-05T00:00:00Z');
    sign(GET, LASTING, NOON);
    expect(sign(GET, LASTING, nextDay)).toEqual(await bySdk(GET, LASTING, nextDay));
    expect(sign(GET, TEMPORARY, nextDay)).toEqual(await bySdk(GET, TEMPORARY, nextDay));
  });
});
