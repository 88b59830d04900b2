/**
 * What the machine refused when something was started, in one sentence that says what to do; undefined for everything
 * else. Neither the path nor the text of the fault is repeated beyond the names a person needs.
 */
export function explainMachineFault(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  if (fault.name === 'DatabaseIsNewer') return fault.message;
  const code = textOf(fault, 'code') ?? '';
  if (code === 'EADDRINUSE') return PORT_TAKEN;
  if (code === 'EACCES' && textOf(fault, 'syscall') === 'listen') return PORT_REFUSED;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return DATABASE_DAMAGED;
  if (['EMFILE', 'ENFILE'].includes(code)) return TOO_FEW_HANDLES;
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code)) return NO_SPACE;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return notWritable(textOf(fault, 'path'));
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code)) return notWritable('its database');
  return undefined;
}

const PORT_TAKEN =
  'The port is taken by another program (or another station). Stop that one, or choose another port with --Server:Port=...';
const PORT_REFUSED =
  'The system keeps this port from the user of the station. Choose one above 1023 with --Server:Port=..., or let a proxy have it.';
const DATABASE_DAMAGED =
  'The database is damaged. Keep a copy of station.db and the files beside it, then put back a backup of all of them, as ' +
  'docs/operating.md says.';
const TOO_FEW_HANDLES =
  'The system gives the station too few file handles. Raise the limit (ulimit -n 4096, or LimitNOFILE=4096 for systemd) ' +
  'and start it again.';
const NO_SPACE =
  'There is no space left where the station keeps its data. Make room, or choose another folder with --Data:Directory=...';

function notWritable(what = 'its data directory'): string {
  return (
    `The station may not write to ${what}. Give it to the user that the station runs as (chown, and no read-only file ` +
    'system), or choose another folder with --Data:Directory=...'
  );
}

function textOf(fault: Error, member: 'code' | 'syscall' | 'path'): string | undefined {
  const value: unknown = Reflect.get(fault, member);
  return typeof value === 'string' ? value : undefined;
}
