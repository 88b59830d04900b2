import { connectionFinding, type ServerFinding } from '../../domain/server-fault.ts';
import type { ServerAddress } from './connection-text.ts';
import { codeOf, kindOf } from './faults.ts';

const SETTINGS = {
  address: 'Database:ConnectionString',
  authorities: 'sslrootcert of Database:ConnectionString',
} as const;

type Named = Pick<ServerAddress, 'user' | 'database'>;

const MEND = `or mend ${SETTINGS.address}`;

/** What the server says by a code of its own (PostgreSQL, Appendix A). */
const REFUSALS: Readonly<Record<string, (named: Named) => string>> = {
  '28P01': ({ user }) => `refuses the password of the user ${user} (28P01). Mend the secret, ${MEND}.`,
  '28000': ({ user }) => `does not let the user ${user} in (28000). Make it, let it in by pg_hba.conf, ${MEND}.`,
  '3D000': ({ database }) => `has no database ${database} (3D000). Make it, ${MEND}.`,
  '42501': ({ user, database }) =>
    `gives the user ${user} too few rights in ${database} (42501). Give them as resources/deployment/roles.sql does.`,
};
const PASSING: Readonly<Record<string, string>> = {
  '53300':
    'has no connection left (53300). Raise its max_connections, or lower Database:MaxConnections of its stations.',
  '57P03': 'is starting or stopping (57P03). Wait for it.',
  '25006': `is a standby, which takes no writes (25006). Promote it, ${MEND}.`,
};
const NO_TLS = `speaks no TLS. Switch it on there (ssl = on), ${MEND}.`;

/** What is wrong with the server or the way to it; undefined for what says nothing of either. */
export function databaseFinding(fault: unknown, named: Named): ServerFinding | undefined {
  const code = codeOf(fault) ?? '';
  const [refusal, passing] = [REFUSALS[code], PASSING[code]];
  if (refusal !== undefined) return { isAway: false, what: refusal(named) };
  if (passing !== undefined) return { isAway: true, what: passing };
  // Said by the driver itself, which has no code for it.
  if (fault instanceof Error && fault.message.includes('does not support SSL')) return { isAway: false, what: NO_TLS };
  const found = connectionFinding(code, SETTINGS);
  if (found !== undefined || kindOf(fault) !== 'connection') return found;
  return connectionFinding('ETIMEDOUT', SETTINGS);
}
