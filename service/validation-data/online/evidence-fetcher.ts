import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openSignedData } from '../../codecs/cms/signed-data-parser.ts';
import { parseCrl, type Crl } from '../../codecs/crl/crl.ts';
import { meansCertificate, parseOcspResponse, type OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import { encodeOcspRequest } from '../../codecs/ocsp/ocsp-writer.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import { keyOf, type EvidencePlace } from './evidence-places.ts';
import type { EvidenceCache } from './evidence-cache.ts';
import { FetchFault } from './fetch-fault.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** One answer, parsed; whether it proves anything is not looked at here. */
export type Fetched =
  | (Answer & { readonly kind: 'ocsp'; readonly response: OcspResponse })
  | (Answer & { readonly kind: 'crl'; readonly crl: Crl })
  | (Answer & { readonly kind: 'certificate'; readonly certificates: readonly Certificate[] });

interface Answer {
  readonly place: EvidencePlace;
  readonly bytes: Uint8Array;
  /** It was asked for earlier, and is valid still. */
  readonly isKept: boolean;
}

export interface EvidenceFetcherOptions {
  readonly fetch: GuardedFetch;
  readonly cache: EvidenceCache;
  readonly now: () => Date;
  /** Octets for a nonce (RFC 9654); null: none is sent, so that responders may answer what they have made before. */
  readonly newNonce: (() => Uint8Array) | null;
  /** Told of a cache that cannot be written; the evidence is used all the same. */
  readonly onCacheFault: (fault: unknown) => void;
}

/** Asks for evidence over HTTP, and keeps what proved to be good. */
export interface EvidenceFetcher {
  /** What was kept of this place; null for nothing. */
  remembered(place: EvidencePlace): Promise<Fetched | null>;
  /** Asks the place. Throws FetchFault. */
  ask(place: EvidencePlace): Promise<Fetched>;
  /** Keeps it for as long as it says it is valid. */
  keep(fetched: Fetched): Promise<void>;
}

/** RFC 5019 5: requests up to so many octets of Base64 go by GET, which caches on the way understand. */
const MAX_GET_CHARACTERS = 255;
const MAX_CERTIFICATES = 20;
/** Far more than authorities make; of the largest that are read elsewhere the names alone could keep the process for seconds. */
export const MAX_CERTIFICATE_BYTES = 32_768;
/** Of what is no list: anybody's document can have it asked for. */
const MAX_SMALL_BYTES = 1_048_576;
const CERTIFICATE_LIFE_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
/** Nothing is kept for longer, whatever it says of itself. */
const MAX_LIFE_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

export function createEvidenceFetcher(options: EvidenceFetcherOptions): EvidenceFetcher {
  const underway = new Map<string, Promise<Fetched>>();
  const askOnce = async (place: EvidencePlace): Promise<Fetched> => {
    const nonce = place.kind === 'ocsp' ? (options.newNonce?.() ?? null) : null;
    const bytes = await options.fetch(requestFor(place, nonce));
    return parse(place, bytes, nonce);
  };
  return {
    async remembered(place) {
      const bytes = await options.cache.get(keyOf(place), options.now());
      return bytes === null ? null : parse(place, bytes, 'kept');
    },
    ask(place) {
      const key = keyOf(place);
      const known = underway.get(key);
      if (known !== undefined) return known;
      const asked = askOnce(place).finally(() => underway.delete(key));
      underway.set(key, asked);
      return asked;
    },
    async keep(fetched) {
      const now = options.now();
      const until = endOf(fetched, now);
      if (until === null) return;
      const latest = new Date(Math.min(until.getTime(), now.getTime() + MAX_LIFE_MILLISECONDS));
      await options.cache.put(keyOf(fetched.place), fetched.bytes, latest, now).catch(options.onCacheFault);
    },
  };
}

function requestFor(place: EvidencePlace, nonce: Uint8Array | null): Parameters<GuardedFetch>[0] {
  if (place.kind === 'crl')
    return { url: place.url, body: null, contentType: null, accept: 'application/pkix-crl, */*' };
  const maxBytes = MAX_SMALL_BYTES;
  if (place.kind === 'certificate') {
    const accept = 'application/pkix-cert, application/pkcs7-mime, */*';
    return { url: place.url, body: null, contentType: null, accept, maxBytes };
  }
  const request = encodeOcspRequest(place.certificate, place.issuer, nonce);
  const accept = 'application/ocsp-response';
  const inPath = encodeURIComponent(Buffer.from(request).toString('base64'));
  if (nonce === null && inPath.length <= MAX_GET_CHARACTERS) {
    return { url: `${place.url.replace(/\/$/, '')}/${inPath}`, body: null, contentType: null, accept, maxBytes };
  }
  return { url: place.url, body: request, contentType: 'application/ocsp-request', accept, maxBytes };
}

/** `nonce`: that of the question; `kept`: the answer is from before. */
function parse(place: EvidencePlace, bytes: Uint8Array, nonce: Uint8Array | 'kept' | null): Fetched {
  const isKept = nonce === 'kept';
  try {
    switch (place.kind) {
      case 'crl':
        return { kind: 'crl', place, bytes, isKept, crl: parseCrl(bytes) };
      case 'certificate':
        return { kind: 'certificate', place, bytes, isKept, certificates: readCertificates(bytes) };
      case 'ocsp':
        return { kind: 'ocsp', place, bytes, isKept, response: readOcspAnswer(place, bytes, isKept ? null : nonce) };
    }
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    const { host } = new URL(place.url);
    throw new FetchFault('refused', `${host} answers no readable ${NAMES[place.kind]}`, error);
  }
}

const NAMES = { crl: 'CRL', certificate: 'certificate', ocsp: 'OCSP response' } as const;

/** Responders that answer what they have made before leave the nonce out (RFC 9654 2.1); a wrong one is another answer. */
function readOcspAnswer(
  { url, certificate, issuer }: EvidencePlace & { readonly kind: 'ocsp' },
  bytes: Uint8Array,
  nonce: Uint8Array | null,
): OcspResponse {
  const { host } = new URL(url);
  const { responseStatus, response } = parseOcspResponse(bytes);
  if (response === null) {
    const kind = responseStatus === 'tryLater' || responseStatus === 'internalError' ? 'unreachable' : 'refused';
    throw new FetchFault(kind, `${host} answers ${responseStatus}`);
  }
  if (nonce !== null && response.nonce !== null && Buffer.compare(nonce, response.nonce) !== 0) {
    throw new FetchFault('refused', `${host} answers with the nonce of another request`);
  }
  if (!response.responses.some(({ certificateId }) => meansCertificate(certificateId, certificate, issuer))) {
    throw new FetchFault('refused', `${host} answers about another certificate`);
  }
  return response;
}

/** One certificate, or a "certs-only" message (RFC 5280 4.2.2.1). */
function readCertificates(bytes: Uint8Array): Certificate[] {
  try {
    return [parseFetched(bytes)];
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    const { certificates } = openSignedData(bytesSource(bytes), { trailing: 'none' });
    return certificates.slice(0, MAX_CERTIFICATES).map(parseFetched);
  }
}

function parseFetched(der: Uint8Array): Certificate {
  if (der.length > MAX_CERTIFICATE_BYTES)
    throw new Asn1Error('ASN1_SIZE_EXCEEDED', `Larger than ${MAX_CERTIFICATE_BYTES} bytes`);
  return parseCertificate(der);
}

/** When the evidence stops to be valid by its own words; null for what does not say so. */
function endOf(fetched: Fetched, now: Date): Date | null {
  switch (fetched.kind) {
    case 'crl':
      return fetched.crl.nextUpdate;
    case 'certificate':
      return new Date(now.getTime() + CERTIFICATE_LIFE_MILLISECONDS);
    case 'ocsp': {
      const ends = fetched.response.responses.map(({ nextUpdate }) => nextUpdate?.getTime() ?? 0);
      const first = Math.min(...ends);
      return first > 0 ? new Date(first) : null;
    }
  }
}
