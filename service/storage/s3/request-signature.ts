import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** Whose signature it is. */
export interface SigningCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** A request without a query. */
export interface RequestToSign {
  readonly method: string;
  /** As it goes over the wire. */
  readonly path: string;
  /** By names in small letters: `host` and `x-amz-content-sha256` at least. All of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 's3';
const TERMINATOR = 'aws4_request';

/**
 * Signs requests to a store of one region (AWS Signature Version 4, "Authenticating Requests: Using the Authorization
 * Header"). The key of a day and a secret is derived once. Answers the headers that a request has to have.
 */
export function requestSigner(
  region: string,
): (request: RequestToSign, credentials: SigningCredentials, date: Date) => Readonly<Record<string, string>> {
  let known: { readonly day: string; readonly secret: string; readonly key: KeyObject } | undefined;
  return ({ method, path, headers }, { accessKeyId, secretAccessKey, sessionToken }, date) => {
    const time = `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
    const day = time.slice(0, 8);
    const scope = `${day}/${region}/${SERVICE}/${TERMINATOR}`;
    const signed: Record<string, string> = { ...headers, 'x-amz-date': time };
    if (sessionToken !== undefined) signed['x-amz-security-token'] = sessionToken;
    const names = Object.keys(signed).sort();
    const list = names.join(';');
    const lines = names.map((name) => `${name}:${signed[name] ?? ''}\n`).join('');
    const canonical = `${method}\n${path}\n\n${lines}\n${list}\n${signed['x-amz-content-sha256'] ?? ''}`;
    if (known?.day !== day || known.secret !== secretAccessKey) {
      known = { day, secret: secretAccessKey, key: derivedKey(secretAccessKey, day, region) };
    }
    const text = `${ALGORITHM}\n${time}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = createHmac('sha256', known.key).update(text).digest('hex');
    signed['authorization'] =
      `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${list}, Signature=${signature}`;
    return signed;
  };
}

/** "Deriving a signing key" of the same. */
function derivedKey(secret: string, day: string, region: string): KeyObject {
  const key = [day, region, SERVICE, TERMINATOR].reduce(
    (last: Buffer, part) => createHmac('sha256', last).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  return createSecretKey(key);
}
