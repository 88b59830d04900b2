import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignatureCreated, SignatureView } from '../../service/contract/http/signatures.ts';
import { VerificationReport } from '../../service/contract/http/verification.ts';
import { call, expectProblem, jsonOf, postForm, type Answer } from '../actors/http/api-call.ts';
import { createParts } from '../actors/http/multipart.ts';
import { makeApiKey } from '../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import * as cms from '../../service/verification/cades/cms-forgery.suite.ts';
import { authority, issue } from '../../service/verification/certificate-path/issued-certificates.suite.ts';

/** As many as one client sends at once, each of a second of work or more. */
const FLOOD = 40;
/** More than 64 that wait and those that two verifiers have begun; fewer than a client may send at once. */
const CROWD = 150;
/**
 * Before a newcomer come those that two verifiers have begun, and one turn. The rest is room for a busy machine, on which
 * a test hears late of what was answered long ago; in the order of their coming it would be all of them.
 */
const BEFORE_ANOTHER = 15;

/** Thirty signers among 160 authorities of one name: a few bytes that cost all that a document may. */
function slowDocument(): Uint8Array {
  const { ec } = cms.signers;
  const crowd = authority('Same', null);
  const authorities = Array.from({ length: 160 }, () => authority('Same', null, null, { keys: crowd }).der);
  const keys = { privateKey: ec.privateKey, publicKey: crowd.publicKey };
  const certificates = Array.from({ length: 30 }, (_, index) => issue(`S ${String(index)}`, crowd, { keys }).der);
  const infos = certificates.map((certificate) => {
    const signedAttributes = cms.attributesOf({ ...ec, certificate });
    const one = cms.forge({ ...ec, certificate }, { signedAttributes });
    return cms.childrenOf(cms.fieldsOf(one).at(-1) ?? new Uint8Array())[0] ?? new Uint8Array();
  });
  return cms.forge(ec, { certificates: [...certificates, ...authorities], signerInfos: () => infos });
}

/** Two programs with keys of their own, and a flood of dear documents by one of them. */
describe('a station that one caller floods with documents to be verified', () => {
  let dataDirectory: string;
  let station: RunningStation;
  let keys: readonly string[];
  const slow = slowDocument();

  beforeAll(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'fair-verifications-'));
    const make = async (name: string): Promise<string> =>
      (
        await makeApiKey(
          dataDirectory,
          '--name',
          name,
          '--tenant',
          'acme',
          '--permissions',
          'SignaturesCreate,SignaturesRead,Verify',
        )
      ).key;
    keys = [await make('flood'), await make('other')];
    station = await startStation({ dataDirectory, settings: { 'Authentication:Enabled': 'true' } });
  });
  afterAll(async () => {
    await station.dispose();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  const headers = (index: number): Record<string, string> => ({ 'X-Api-Key': keys[index] ?? '' });
  const ask = (route: string): Promise<Answer> => call(`${station.url}/api/v1${route}`, { headers: headers(1) });

  async function signOne(): Promise<{ readonly id: string; readonly content: Uint8Array }> {
    const pdf = buildPdf({ pieces: onePage() });
    const { id } = SignatureCreated.parse(
      jsonOf(await postForm(`${station.url}/api/v1/signatures`, createParts(pdf), headers(1))),
    );
    const statusOf = async (): Promise<string> => SignatureView.parse(jsonOf(await ask(`/signatures/${id}`))).status;
    await expect.poll(statusOf, { timeout: 60_000 }).toBe('Completed');
    const content = await fetch(`${station.url}/api/v1/signatures/${id}/content`, { headers: headers(1) });
    return { id, content: new Uint8Array(await content.arrayBuffer()) };
  }

  function upload(content: Uint8Array, format: string, index: number, signal?: AbortSignal): Promise<Answer> {
    const body = new FormData();
    body.set('format', format);
    body.set('file', new Blob([new Uint8Array(content)]), 'document');
    const request = { method: 'POST', headers: headers(index), body, signal: signal ?? null };
    return call(`${station.url}/api/v1/verifications`, request);
  }

  it('answers another one next but a few, for what he sends and for what is stored', async () => {
    const signed = await signOne();
    let answered = 0;
    const end = new AbortController();
    const flood = Array.from({ length: FLOOD }, async () => {
      const { status } = await upload(slow, 'CAdES', 0, end.signal);
      answered += 1;
      return status;
    });
    // By the first answer the others wait, or are on their way and wait for longer than the newcomer.
    expect(await Promise.race(flood)).toBe(200);
    for (const asked of [
      () => upload(signed.content, 'PAdES', 1),
      () => ask(`/signatures/${signed.id}/verification`),
    ]) {
      const before = answered;
      expect(VerificationReport.parse(jsonOf(await asked())).overallStatus).toBe('VALID');
      expect(answered - before).toBeLessThanOrEqual(BEFORE_ANOTHER);
      expect(answered).toBeLessThan(FLOOD);
    }
    end.abort();
    await Promise.allSettled(flood);
  });

  it('asks one whose documents fill the queue to come later, and nobody else', async () => {
    const signed = await signOne();
    const end = new AbortController();
    const refusal = async (): Promise<Answer> => {
      const answer = await upload(slow, 'CAdES', 0, end.signal);
      if (answer.status === 503) return answer;
      throw new Error(`answered ${answer.status}`);
    };
    const crowd = Array.from({ length: CROWD }, refusal);
    const refused = await Promise.any(crowd);
    expectProblem(refused, 503, 'SERVICE_UNAVAILABLE');
    expect(refused.text).toContain('Too many documents wait to be verified already.');
    expect(refused.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    for (const asked of [upload(signed.content, 'PAdES', 1), ask(`/signatures/${signed.id}/verification`)]) {
      expect(VerificationReport.parse(jsonOf(await asked)).overallStatus).toBe('VALID');
    }
    end.abort();
    await Promise.allSettled(crowd);
  });
});
