import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionOptions } from './connection.ts';
import { SchemaUnusable } from './migrate.ts';

/** Any number, the same for every station: whoever holds this lock of the database is the only station. */
const SOLE_USE_LOCK = 7_301_147;
const FIRST_PAUSE_MILLISECONDS = 100;
const MAX_PAUSE_MILLISECONDS = 5_000;

export interface SoleUse {
  close(): Promise<void>;
}

/**
 * Takes the database for this station alone, for as long as the process lives: its providers, and what it keeps on its own
 * machine, no other station could find. The server lets go when the connection ends, also by the death of this machine
 * (after a minute). A connection that breaks is made anew; `onLost` is told when another station was faster then.
 * Throws SchemaUnusable when another station has the database.
 */
export async function takeSoleUse(options: ConnectionOptions, onLost: (fault: Error) => void): Promise<SoleUse> {
  let isClosed = false;
  let current: Client | undefined;

  const take = async (): Promise<void> => {
    const client = new Client({
      ...options.address,
      ...(options.password === undefined ? {} : { password: options.password }),
      application_name: 'signing-station (sole use)',
      keepAlive: true,
    });
    // One event for both: the connection is of no use any more.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(
      'SET tcp_keepalives_idle TO 30; SET tcp_keepalives_interval TO 10; SET tcp_keepalives_count TO 3',
    );
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      SOLE_USE_LOCK,
    ]);
    if (rows[0]?.taken !== true) {
      await client.end();
      throw new SchemaUnusable(
        'Another station uses this database, which is for one station at a time: stop the other station, or give this ' +
          'one a database of its own.',
      );
    }
    current = client;
    client.once('end', () => {
      if (!isClosed) void takeAgain();
    });
  };

  const takeAgain = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MILLISECONDS;
    while (!isClosed) {
      try {
        await take();
        return;
      } catch (fault) {
        if (fault instanceof SchemaUnusable) {
          onLost(fault);
          return;
        }
      }
      await delay(pause, undefined, { ref: false });
      pause = Math.min(MAX_PAUSE_MILLISECONDS, pause * 2);
    }
  };

  await take();
  return {
    async close() {
      isClosed = true;
      await current?.end();
    },
  };
}
