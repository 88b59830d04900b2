import { createHash, randomBytes } from 'node:crypto';
import { StationError } from '../../domain/station-error.ts';
import { encodeTimeStampRequest, type TimeStampRequest } from '../../codecs/tsp/time-stamp-request.ts';
import type { AuthorityTrial } from '../../contract/http/timestamping.ts';
import type { MessageImprint, Readiness, TimestampAuthority } from '../timestamp-authority.ts';
import type { AuthorityConnections } from './authority-connection.ts';
import { AuthorityFault, quoted } from './authority-fault.ts';
import { judgeResponse, type JudgedToken } from './judge-response.ts';

export interface TimestampClientOptions {
  /** In the order in which they are to be asked; at least one. */
  readonly urls: readonly string[];
  readonly policyOid: string | null;
  readonly connections: AuthorityConnections;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** A timestamp this young says that the authority works: nobody is asked for one more before a signature is made. */
const READY_MILLISECONDS = 60_000;
/** An authority that failed is asked after the others for so long. */
const REST_MILLISECONDS = 30_000;
const NONCE_BYTES = 16;

interface Failure {
  readonly url: URL;
  readonly fault: AuthorityFault;
}

/** Asks the authorities one after the other until one gives a timestamp that can be relied on. */
export function createTimestampClient(options: TimestampClientOptions): TimestampAuthority {
  const { now } = options;
  const authorities = options.urls.map((url) => ({ url: new URL(url), failedAt: -Infinity }));
  let ready: (Readiness & { readonly at: number }) | undefined;
  let probing: Promise<Readiness> | undefined;

  async function ask(imprint: MessageImprint): Promise<JudgedToken | readonly Failure[]> {
    const failures: Failure[] = [];
    const rests = ({ failedAt }: (typeof authorities)[number]): number => Number(now() - failedAt < REST_MILLISECONDS);
    for (const authority of authorities.toSorted((one, other) => rests(one) - rests(other))) {
      try {
        const judged = await askOne(options, authority.url, imprint);
        authority.failedAt = -Infinity;
        ready = { at: now(), ...readinessOf(judged) };
        return judged;
      } catch (fault) {
        if (!(fault instanceof AuthorityFault)) throw fault;
        authority.failedAt = now();
        failures.push({ url: authority.url, fault });
      }
    }
    ready = undefined;
    return failures;
  }

  async function probe(): Promise<Readiness> {
    const answer = await ask(trialImprint());
    if ('token' in answer) return readinessOf(answer);
    const isRefused = answer.every(({ fault }) => fault.kind === 'refused');
    const code = isRefused ? 'TIMESTAMP_AUTHORITY_UNAVAILABLE' : 'TIMESTAMP_OPERATION_FAILED';
    throw new StationError(code, `Nothing was signed yet. ${sentenceOf(answer)}`);
  }

  return {
    async timestamp(imprint) {
      const answer = await ask(imprint);
      if ('token' in answer) return answer.token;
      throw new StationError('TIMESTAMP_OPERATION_FAILED', sentenceOf(answer));
    },
    async ensureReady() {
      if (ready !== undefined && now() - ready.at < READY_MILLISECONDS) return ready;
      probing ??= probe().finally(() => (probing = undefined));
      return probing;
    },
    tryAll: () => Promise.all(authorities.map(({ url }) => tryOne(options, url))),
  };
}

function readinessOf({ token, certificates }: JudgedToken): Readiness {
  return { tokenBytes: token.length, certificates };
}

async function askOne(
  { policyOid, connections }: TimestampClientOptions,
  url: URL,
  imprint: MessageImprint,
): Promise<JudgedToken> {
  const nonce = randomBytes(NONCE_BYTES);
  // Positive and of full length, whatever the authority does with leading zeros.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const request: TimeStampRequest = { ...imprint, policyOid, nonce };
  const response = await connections.post(url, encodeTimeStampRequest(request));
  return judgeResponse(response, request, new Date());
}

async function tryOne(options: TimestampClientOptions, url: URL): Promise<AuthorityTrial> {
  const startedAt = options.now();
  const milliseconds = (): number => Math.round(options.now() - startedAt);
  try {
    const { signer, tstInfo } = await askOne(options, url, trialImprint());
    const authority = quoted(signer.subject.toString());
    const { policyOid, genTime } = tstInfo;
    const sentence = `The timestamp authority ${addressOf(url)} works: ${authority} gave a timestamp of ${genTime.toISOString()}.`;
    return { url: addressOf(url), ok: true, sentence, authority, policyOid, milliseconds: milliseconds() };
  } catch (fault) {
    if (!(fault instanceof AuthorityFault)) throw fault;
    const sentence = sentenceOf([{ url, fault }]);
    return { url: addressOf(url), ok: false, sentence, authority: null, policyOid: null, milliseconds: milliseconds() };
  }
}

/** Of nothing that anybody has: a trial tells the authority nothing. */
function trialImprint(): MessageImprint {
  return { hash: 'SHA-256', digest: createHash('sha256').update(randomBytes(32)).digest() };
}

function sentenceOf(failures: readonly Failure[]): string {
  const [only, ...more] = failures;
  if (only !== undefined && more.length === 0) {
    return `The timestamp authority ${addressOf(only.url)} gave no timestamp: ${only.fault.message}.`;
  }
  const each = failures.map(({ url, fault }) => `${addressOf(url)}: ${fault.message}`);
  return `No timestamp authority gave a timestamp. ${each.join('; ')}.`;
}

/** Without user, password and query, which may be secrets. */
function addressOf({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
