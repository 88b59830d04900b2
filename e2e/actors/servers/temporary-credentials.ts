import { createHash, createHmac } from 'node:crypto';
import type { BucketServer } from './bucket.ts';

/** What a store gives out for a while. */
export interface TemporaryCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** Asks the security token service of the store for credentials of a role (AWS STS, AssumeRole), as the user of `server`. */
export async function assumeRole(server: BucketServer, roleArn: string): Promise<TemporaryCredentials> {
  const body = new URLSearchParams({
    ...{ Action: 'AssumeRole', Version: '2011-06-15', RoleArn: roleArn },
    ...{ RoleSessionName: 'station', DurationSeconds: '3600' },
  }).toString();
  const answer = await fetch(server.endpoint, { method: 'POST', body, headers: signed(server, body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`AssumeRole: HTTP ${String(answer.status)} ${text}`);
  const valueOf = (name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1] ?? '';
  return {
    accessKeyId: valueOf('AccessKeyId'),
    secretAccessKey: valueOf('SecretAccessKey'),
    sessionToken: valueOf('SessionToken'),
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4 for the service `sts`. */
function signed({ endpoint, accessKeyId, secretAccessKey }: BucketServer, body: string): Record<string, string> {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/us-east-1/sts/aws4_request`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    host: new URL(endpoint).host,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': time,
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((base, part) => hmac(base, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  return {
    ...headers,
    Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
