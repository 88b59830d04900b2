import { readdir, rename } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ownStations } from '../actors/station/own-stations.ts';
import { isAlive, until, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const PDF = buildPdf({ pieces: onePage() });
const NO_PDF = new TextEncoder().encode('%PDF-1.7 and then nothing that could be a document');

describe('what a station says of itself', () => {
  const { start, inData } = ownStations('metrics');

  it('counts requests, messages, signature values and storage operations', async () => {
    const station = await start({ 'SigningJobRetry:InitialBackoffMilliseconds': '300' });
    const client = createStationClient(station.url);
    const signed = [await client.create(PDF, {}), await client.create(PDF, {})];
    for (const { id } of signed) expect((await client.finished(id)).status).toBe('Completed');
    const broken = await client.create(NO_PDF, {});
    expect((await client.finished(broken.id)).status).toBe('Failed');
    const deadLettered = 'rabbitmq_messages_total{direction="dead-lettered"}';
    await expect.poll(async () => total(await metrics(station), deadLettered)).toBe(1);

    // New processes have the demo key no longer in memory and don't find its file: the job waits and is woken.
    const pfx = await demoFile();
    await rename(pfx, `${pfx}.away`);
    const before = station.children();
    for (const child of before) process.kill(child.pid, 'SIGKILL');
    await until(() => station.children().length === 2 && before.every((child) => !isAlive(child.pid)));
    const waiting = await client.create(PDF, {});
    await expect.poll(async () => (await client.status(waiting.id)).waitReason).toBe('TOKEN_ABSENT');
    await rename(`${pfx}.away`, pfx);
    expect((await client.finished(waiting.id)).status).toBe('Completed');
    await expect.poll(async () => total(await metrics(station), 'signature_duration_seconds_count')).toBeGreaterThan(4);
    // A reader that comes before the worker's promotion promotes by itself, and would be counted as well.
    const promoted = 'storage_operations_total{operation="promote",outcome="done"}';
    await expect.poll(async () => total(await metrics(station), promoted)).toBe(3);
    await client.content(waiting.id);
    const text = await metrics(station);
    expect(total(text, 'signature_requests_total')).toBe(4);
    expect(total(text, 'signature_completed_total')).toBe(3);
    expect(text).toMatch(/^signature_failed_total\{errorCode="\w+"\} 1$/m);
    // Waiting is no retry; each time the job was woken it had a message of its own.
    expect(total(text, 'rabbitmq_retry_total')).toBe(0);
    const claims = total(text, 'rabbitmq_messages_total{direction="published"}');
    expect(claims).toBeGreaterThanOrEqual(5);
    // A worker that was killed may have been about to acknowledge: its message came once more.
    const redelivered = total(text, 'rabbitmq_messages_total{direction="redelivered"}');
    expect(total(text, 'rabbitmq_messages_total{direction="consumed"}') - redelivered).toBe(claims);
    expect(total(text, deadLettered)).toBe(1);
    expect(total(text, 'signature_queue_wait_seconds_count')).toBe(claims);
    expect(total(text, 'signature_duration_seconds_count')).toBe(claims);
    expect(total(text, 'provider_sign_operations_total')).toBeGreaterThanOrEqual(3);
    expect(total(text, 'provider_sign_failures_total')).toBe(claims - 4);
    expect(text).toMatch(/^provider_sign_failures_total\{.*errorCode="SIGNING_PROVIDER_UNAVAILABLE"\} \d+$/m);
    // Four inputs by the host, three outputs by the worker; each output was promoted.
    expect(total(text, 'storage_operations_total{operation="put",outcome="done"}')).toBe(7);
    expect(total(text, promoted)).toBe(3);
    expect(total(text, 'storage_operations_total{operation="copy",outcome="done"}')).toBeGreaterThanOrEqual(4);
    expect(total(text, 'storage_operations_total{operation="read",outcome="done"}')).toBeGreaterThanOrEqual(1);
  });

  it('deletes files when their time is over and says so to whoever wants them', async () => {
    const first = await start();
    const client = createStationClient(first.url);
    const { id } = await client.create(PDF, {});
    expect((await client.finished(id)).status).toBe('Completed');
    await client.content(id);
    await first.stop();
    ageBy(2 * 86_400_000);

    const second = await start({ 'Retention:OutputFileDays:Completed': '1', 'Retention:InputFileDays:Completed': '1' });
    const { url } = second;
    await expect.poll(async () => (await fetch(`${url}/api/v1/signatures/${id}/content`)).status).toBe(409);
    for (const resource of ['content', 'verification']) {
      const answer = await fetch(`${url}/api/v1/signatures/${id}/${resource}`);
      expect([answer.status, await answer.json()]).toEqual([
        409,
        expect.objectContaining({ errorCode: 'SIGNATURE_OUTPUT_NOT_FOUND' }),
      ]);
    }
    expect((await createStationClient(url).status(id)).status).toBe('Completed');
    const events = async (type: string): Promise<number> => {
      const { items } = await createStationClient(url).auditEvents(id);
      return items.filter(({ eventType }) => eventType === type).length;
    };
    // One file goes after the other.
    await expect.poll(() => events('FileDeleted')).toBe(2);
    expect(await events('SigningCompleted')).toBe(1);
  });

  /** Time passes for the requests that have ended. */
  function ageBy(milliseconds: number): void {
    const database = new BetterSqlite3(inData('station.db'));
    try {
      database
        .prepare('UPDATE signature_requests SET ended_at = ended_at - ? WHERE ended_at IS NOT NULL')
        .run(milliseconds);
    } finally {
      database.close();
    }
  }

  async function demoFile(): Promise<string> {
    const names = await readdir(inData('demo'), { recursive: true });
    const name = names.find((file) => /\.(p12|pfx)$/.test(file));
    if (name === undefined) throw new Error(`There is no demo PFX among ${names.join(', ')}.`);
    return inData('demo', name);
  }
});

async function metrics(station: RunningStation): Promise<string> {
  return (await fetch(`${station.url}/metrics`)).text();
}

/** The sum of all series whose name and labels begin with `start`. */
function total(text: string, start: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(start))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
