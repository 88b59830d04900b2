import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerificationReport } from '../../service/contract/http/verification.ts';
import { startStation, verifiersOf, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { writeManyObjects } from '../documents/pdf/large-pdfs.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const CLIENTS = 3;
const KILLS = 25;

/** One signed document as it came, and with a byte of it changed. */
interface Sample {
  readonly good: Buffer;
  readonly changed: Buffer;
  readonly id: string;
}

describe('a station whose verifiers are killed while they judge', () => {
  let station: RunningStation;
  let client: StationClient;
  let sample: Sample;

  beforeAll(async () => {
    station = await startStation();
    client = createStationClient(station.url);
    const folder = await mkdtemp(path.join(tmpdir(), 'killed-verifiers-'));
    // Large enough that a verifier is busy with it when it dies.
    writeManyObjects(path.join(folder, 'large.pdf'), 20_000, 2_000_000);
    const document = await readFile(path.join(folder, 'large.pdf'));
    await rm(folder, { recursive: true });
    const { id } = await client.create(document, {});
    await client.finished(id);
    const good = await client.content(id);
    const changed = Buffer.from(good);
    const position = Math.floor(document.length / 2);
    changed[position] = (changed[position] ?? 0) ^ 1;
    sample = { good, changed, id };
  });
  afterAll(() => station.dispose());

  /** Kills one verifier after the other at random moments; `kills` tells how many. */
  async function killVerifiers(state: { kills: number }, count: { readonly right: number }): Promise<void> {
    while (state.kills < KILLS) {
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 600));
      // A slow machine is given the time for an answer between two shots: it would else see nothing but shots.
      if (count.right <= state.kills) continue;
      const pids = verifiersOf(station.process.pid ?? -1);
      const pid = pids[Math.floor(Math.random() * pids.length)];
      if (pid === undefined) continue;
      try {
        process.kill(pid, 'SIGKILL');
        state.kills += 1;
      } catch {
        // It died by itself between the look and the shot.
      }
    }
  }

  /** Nobody knows, for a reason that has nothing to do with the document: to be asked again. */
  const isInterrupted = (report: VerificationReport): boolean =>
    report.overallStatus === 'INDETERMINATE' && report.reasonCodes.includes('VERIFICATION_CRASHED');

  it('never says anything wrong, answers every request and goes on', async () => {
    const state = { kills: 0 };
    const count = { right: 0, interrupted: 0 };
    const killing = killVerifiers(state, count);
    const take = (report: VerificationReport, expected: VerificationReport['overallStatus']): void => {
      if (isInterrupted(report)) {
        count.interrupted += 1;
        expect(report.isValid).toBe(false);
        return;
      }
      expect(report.overallStatus).toBe(expected);
      count.right += 1;
    };
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (state.kills < KILLS) {
          take(await client.verifyUpload(sample.good, 'PAdES'), 'VALID');
          take(await client.verifyUpload(sample.changed, 'PAdES'), 'INVALID');
          take(await client.verification(sample.id), 'VALID');
        }
      }),
    );
    await killing;
    console.log(`verifiers killed: ${state.kills}; right: ${count.right}; interrupted: ${count.interrupted}`);
    // One kill costs no answer, since another process judges the document; two in a row may.
    expect(count.right).toBeGreaterThan(KILLS);
    expect(count.interrupted).toBeLessThan(KILLS / 2);

    expect((await client.verifyUpload(sample.good, 'PAdES')).overallStatus).toBe('VALID');
    expect((await client.verifyUpload(sample.changed, 'PAdES')).overallStatus).toBe('INVALID');
    const { id } = await client.create(buildPdf({ pieces: onePage() }), {});
    expect((await client.finished(id)).status).toBe('Completed');
    expect((await client.verification(id)).overallStatus).toBe('VALID');
  });
});
