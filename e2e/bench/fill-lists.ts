import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

/** Audit events that an ordinary request leaves behind. */
const EVENTS_OF_REQUEST = 8;

/**
 * Fills the database of a station that does not run: ended requests of ten formats and states in turn, one a second up to
 * now, each with a file, a job and its eight audit events. Every tenth has a correlation id.
 */
export function fillLists(dataDirectory: string, requests: number): void {
  const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'));
  database.function('fold_case', { deterministic: true }, (text) => String(text).toLowerCase());
  database.pragma('synchronous = OFF');
  const begin = Date.now() - requests * 1_000;
  const id = (kind: string): string =>
    `printf('%08x-%04x-7%03x-8${kind}00-%012x', n / 256, n % 65536, n % 4096, (n * 2654435761) % 281474976710656)`;
  const hash = "printf('%016x%016x%016x%016x', n * 7919, n * 104729, n * 1299709, n * 15485863)";
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${String(requests)})`;
  const at = `${String(begin)} + n * 1000`;
  const order = "CASE WHEN n % 10 = 0 THEN 'order-' || n END";
  const status = "CASE n % 20 WHEN 0 THEN 'Failed' WHEN 1 THEN 'Cancelled' ELSE 'Completed' END";
  database.transaction(() => {
    database.exec(`${numbers} INSERT INTO stored_files
      (id, storage_key, original_file_name, content_type, size, sha256, created_at, signature_request_id)
      SELECT ${id('a')}, 'tenants/default/' || n, 'contract-' || n || '.pdf', 'application/pdf', 100000 + n, ${hash}, ${at},
        ${id('b')} FROM numbers`);
    database.exec(`${numbers} INSERT INTO signature_requests
      (id, tenant_id, correlation_id, status, format, profile, input_file_id, output_file_id, signing_provider, created_at,
        queued_at, retry_count, created_by, visible_signature, appearance_page_number, ended_at, search_text)
      SELECT ${id('b')}, 'default', ${order}, ${status}, CASE n % 10 WHEN 0 THEN 'XAdES' WHEN 1 THEN 'CAdES' ELSE 'PAdES' END,
        CASE n % 10 WHEN 0 THEN 'T' ELSE 'B' END, ${id('a')}, ${id('a')}, CASE n % 10 WHEN 3 THEN 'SmartCard' ELSE 'Pfx' END,
        ${at}, ${at}, 0, 'anonymous', 0, 1, ${at} + 500,
        'contract-' || n || '.pdf' || char(10) || coalesce(${order}, '') || char(10) || ${id('b')} FROM numbers`);
    database.exec(`${numbers} INSERT INTO signing_jobs
      (id, signature_request_id, status, attempt, created_at, interruptions, tenant_id)
      SELECT ${id('c')}, ${id('b')}, CASE WHEN ${status} = 'Completed' THEN 'Completed' ELSE 'Failed' END, 1, ${at}, 0, 'default'
      FROM numbers`);
    for (const [index, [type, actor, metadata]] of eventsOf(id, hash).entries()) {
      database.exec(`${numbers} INSERT INTO audit_events
        (sequence, id, tenant_id, entity_type, entity_id, event_type, actor, timestamp, correlation_id, metadata)
        SELECT n * ${String(EVENTS_OF_REQUEST)} + ${String(index)}, ${id(String(index + 1))}, 'default', 'SignatureRequest',
          ${id('b')}, '${type}', ${actor}, ${at} + ${String(index * 10)}, ${order}, ${metadata} FROM numbers`);
    }
  })();
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

function eventsOf(id: (kind: string) => string, hash: string): readonly (readonly [string, string, string])[] {
  const caller = "CASE WHEN n % 100 = 0 THEN 'clerk-' || (n % 17) ELSE 'anonymous' END";
  const file = (kind: string): string =>
    `'{"fileId":"' || ${id(kind)} || '","size":' || (100000 + n) || ',"sha256":"' || ${hash} || '"}'`;
  return [
    ['SignatureRequested', caller, `'{"format":"PAdES","profile":"B","signingProvider":"Pfx"}'`],
    ['FileStored', caller, file('a')],
    ['JobQueued', caller, `'{"jobId":"' || ${id('c')} || '"}'`],
    ['JobStarted', `'worker'`, `'{"attempt":1}'`],
    ['SigningProviderSelected', `'worker'`, `'{"providerId":"demo","providerType":"Pfx"}'`],
    [
      'CertificateResolved',
      `'worker'`,
      `'{"thumbprint":"45DAB55C66B04DCDBFD593CF565BB0B963E7AC10","subject":"CN=Signer ' || (n % 7) || ',O=Station"}'`,
    ],
    ['SigningCompleted', `'worker'`, `'{"scheme":"RSASSA-PKCS1-v1_5","hash":"SHA-256","attempt":1,"profile":"B"}'`],
    ['OutputStored', `'worker'`, file('d')],
  ];
}

/** Resolves when all full blocks of audit events have been summarized, which a station begins soon after its start. */
export async function summarized(dataDirectory: string): Promise<void> {
  const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
  const missing = database
    .prepare<[], number>(
      'SELECT (SELECT max(sequence) / 512 - min(sequence) / 512 FROM audit_events) - count(*) FROM audit_blocks',
    )
    .pluck();
  try {
    while (Number(missing.get()) > 0) await sleep(1_000);
  } finally {
    database.close();
  }
}
