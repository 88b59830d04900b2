import { createHash, createPrivateKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Asn1Element } from '../../service/codecs/asn1/asn1-element.ts';
import { readDer } from '../../service/codecs/asn1/asn1-reader.ts';
import { derInteger, derOid, derSequence, derValue } from '../../service/codecs/asn1/der-writer.ts';
import { TAG } from '../../service/codecs/asn1/tags.ts';
import { OID_ID_CT_TST_INFO } from '../../service/codecs/cms/object-identifiers.ts';
import { buildSignedAttributes } from '../../service/codecs/cms/signed-attributes.ts';
import { buildSignedData } from '../../service/codecs/cms/signed-data-builder.ts';
import type { TestCa } from '../actors/ca/make-test-ca.ts';

/** A timestamp authority that costs less than what it is asked for. */
export interface QuickAuthority {
  readonly url: string;
  /** Requests and connections so far. */
  counts(): { readonly requests: number; readonly connections: number };
  close(): Promise<void>;
}

const POLICY = '1.3.6.1.4.1.99999.2.1';
const ALGORITHM = { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const REPLY = 'application/timestamp-reply';

/**
 * RFC 3161 over HTTP in this process, with the test authority's RSA-2048 key. `openssl ts` is what the tests ask; a
 * process of its own for each token would take more of the processors than the station that is measured.
 */
export async function startQuickAuthority(ca: TestCa): Promise<QuickAuthority> {
  const { certificate, keyPem } = ca.timestampAuthority;
  const key = createPrivateKey(readFileSync(keyPem));
  let requests = 0;
  let connections = 0;
  const server = createServer((request, response) => {
    requests++;
    buffer(request)
      .then((query) => {
        const reply = derSequence(derSequence(derInteger(0)), tokenFor(query, certificate, key));
        response.writeHead(200, { 'Content-Type': REPLY, 'Content-Length': reply.length }).end(reply);
      })
      .catch(() => response.destroy());
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/tsa`,
    counts: () => ({ requests, connections }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function tokenFor(query: Uint8Array, certificate: Uint8Array, key: KeyObject): Uint8Array {
  const [, imprint, ...options] = readDer(query).children();
  if (imprint === undefined) throw new Error('A timestamp was asked for without an imprint.');
  const info = tstInfo(
    imprint,
    options.filter(({ tag }) => tag === TAG.integer).map(({ encoded }) => encoded),
  );
  const parts = { signingCertificate: certificate, algorithm: ALGORITHM, contentType: OID_ID_CT_TST_INFO };
  const signedAttributes = buildSignedAttributes({
    ...parts,
    messageDigest: createHash('sha256').update(info).digest(),
    signingTime: new Date(),
  });
  const signatureValue = sign('sha256', signedAttributes, key);
  return buildSignedData({ ...parts, signedAttributes, signatureValue, certificates: [] }, info);
}

/** TSTInfo (RFC 3161 2.4.2) without accuracy; `nonce` is none or one INTEGER, DER. */
function tstInfo(imprint: Asn1Element, nonce: readonly Uint8Array[]): Uint8Array {
  const time = new Date().toISOString().replace(/[-:T]|[.]\d+/g, '');
  return derSequence(
    derInteger(1),
    derOid(POLICY),
    imprint.encoded,
    derInteger(randomBytes(16)),
    derValue(TAG.generalizedTime, Buffer.from(time)),
    ...nonce,
  );
}
