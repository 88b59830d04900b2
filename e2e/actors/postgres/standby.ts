import { setTimeout as delay } from 'node:timers/promises';
import { startPostgresServer, type PostgresServer } from './postgres-server.ts';

const START_MILLISECONDS = 60_000;

export interface Standby {
  readonly server: PostgresServer;
  /** It takes over; resolves when it takes writes. */
  promote(): Promise<void>;
}

/**
 * A server that has everything that `primary` confirms from now on: `settings` make the primary wait for it. Resolves when
 * the primary knows it as synchronous.
 */
export async function startStandby(primary: PostgresServer, settings: readonly string[]): Promise<Standby> {
  const server = await startPostgresServer({
    settings: ['hot_standby=on', 'wal_level=replica', 'max_wal_senders=4'],
    fill: (data, asServer) =>
      asServer('pg_basebackup', [
        '-D',
        data,
        '-h',
        primary.socketFolder,
        '-U',
        primary.user,
        '-X',
        'stream',
        '-R',
        '-c',
        'fast',
        '-N',
      ]),
  });
  for (const setting of settings.filter((each) => each.startsWith('synchronous'))) {
    const [name = '', value = ''] = setting.split('=');
    primary.run('psql', ['-d', 'postgres', '-qc', `ALTER SYSTEM SET ${name} = ${value}`]);
  }
  primary.run('psql', ['-d', 'postgres', '-qc', 'SELECT pg_reload_conf()']);
  await answering(() => ask(primary, "SELECT sync_state IN ('sync', 'quorum') FROM pg_stat_replication") === 't');
  return {
    server,
    async promote() {
      // The next standby is asked for when there is one.
      server.run('psql', ['-d', 'postgres', '-qc', 'SELECT pg_promote()']);
      server.run('psql', ['-d', 'postgres', '-qc', "ALTER SYSTEM SET synchronous_standby_names = ''"]);
      server.run('psql', ['-d', 'postgres', '-qc', 'SELECT pg_reload_conf()']);
      await answering(() => ask(server, 'SELECT NOT pg_is_in_recovery()') === 't');
    },
  };
}

const ask = (server: PostgresServer, question: string): string =>
  server.run('psql', ['-d', 'postgres', '-Atc', question]).trim();

async function answering(isTrue: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + START_MILLISECONDS;
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error('The standby does not follow.');
    await delay(100);
  }
}
