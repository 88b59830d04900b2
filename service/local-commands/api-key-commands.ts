import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { mkdirDurably } from '../data-directory/data-directory.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { ApiKeyRecord } from '../domain/records.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { createApiKey, revokeApiKey } from '../use-cases/api-keys.ts';
import type { Caller } from '../use-cases/ports.ts';
import { explainMachineFault } from '../config/machine-faults.ts';
import type { DatabaseParts } from '../composition/database-parts.ts';
import { openDatabase } from '../composition/database.ts';
import type { Command } from './command.ts';

/** A command that was understood and could not be carried out; the message is one plain sentence. */
export class CommandFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CommandFailed';
  }
}

export interface CommandContext extends Pick<DatabaseParts, 'configuration' | 'entries' | 'secrets'> {
  readonly print: (line: string) => void;
}

const NO_KEYS = 'There are no API keys.';

type ApiKeyCommand = Extract<Command, { readonly name: `api-key ${string}` }>;

/**
 * Makes, lists and revokes keys in the station's database. It goes without the lock of the data directory: the
 * database lets several processes write, and a running station reads keys anew at every request.
 */
export async function runApiKeyCommand(context: CommandContext, command: ApiKeyCommand): Promise<void> {
  const { configuration } = context;
  const isNew = configuration.Database.Provider === 'sqlite' && !existsSync(configuration.Database.ConnectionString);
  // Only making a key is a reason to make a database.
  if (isNew && command.name === 'api-key list') {
    context.print(NO_KEYS);
    return;
  }
  if (isNew && command.name === 'api-key revoke') throw unknownKey(command.id);
  if (isNew) await mkdirDurably(path.dirname(configuration.Database.ConnectionString));
  const persistence = await open(context);
  try {
    if (command.name === 'api-key create') await create(context, persistence, command);
    else if (command.name === 'api-key list') await list(context, persistence, command.tenantId);
    else await revoke(context, persistence, command.id);
  } finally {
    await persistence.close();
  }
}

async function open(context: CommandContext): Promise<Persistence> {
  const { configuration } = context;
  try {
    return (await openDatabase({ ...context, station: 'command-line' })).persistence;
  } catch (error) {
    if (!(error instanceof Error) || ['ConfigurationError', 'ServerFault'].includes(error.name)) throw error;
    const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
    const reason = explainMachineFault(error) ?? `${error.message.replace(/\.$/, '')}.`;
    throw new CommandFailed(
      `The database ${configuration.Database.ConnectionString} cannot be opened${code}: ${reason}`,
      error,
    );
  }
}

async function create(
  { configuration, print }: CommandContext,
  persistence: Persistence,
  { key: wanted, tenantId }: Extract<Command, { readonly name: 'api-key create' }>,
): Promise<void> {
  const caller = callerOf(tenantId ?? configuration.Signatures.DefaultTenantId);
  const { record, key } = await createApiKey({ ...ports(persistence), randomBytes }, caller, wanted);
  print(`API key ${record.id} for tenant ${record.tenantId}: ${record.permissions.join(', ')}`);
  print(key);
  print('Keep it now: it is shown this once and kept nowhere.');
  if (!configuration.Authentication.Enabled) {
    print('Authentication:Enabled is false in this configuration: the station does not ask for keys yet.');
    print('Where a program shows this one all the same, its rule of approval holds; tenant and permissions do not.');
  }
}

async function list({ print }: CommandContext, persistence: Persistence, tenantId: string | null): Promise<void> {
  const all = await persistence.listApiKeys();
  const shown = all.filter((key) => tenantId === null || key.tenantId === tenantId);
  if (shown.length === 0) print(NO_KEYS);
  for (const key of shown) print(describeKey(key));
}

function describeKey(key: ApiKeyRecord): string {
  const state = key.revokedAt === null ? 'in force' : `revoked ${key.revokedAt.toISOString()}`;
  const used = key.lastUsedAt === null ? 'never used' : `used ${key.lastUsedAt.toISOString()}`;
  const facts = [key.id, key.prefix, key.tenantId, `made ${key.createdAt.toISOString()}`, used, state];
  const rule = key.approvalRule === null ? [] : [`approval ${key.approvalRule}`];
  return [...facts, ...rule, key.permissions.join(','), key.name].join('  ');
}

async function revoke({ print }: CommandContext, persistence: Persistence, id: string): Promise<void> {
  const record = (await persistence.listApiKeys()).find((key) => key.id === id);
  if (record === undefined) throw unknownKey(id);
  const isRevoked = await revokeApiKey(ports(persistence), callerOf(record.tenantId), id);
  if (!isRevoked) throw new CommandFailed(`The API key ${id} was revoked before.`);
  print(`API key ${id} is revoked.`);
}

function unknownKey(id: string): CommandFailed {
  return new CommandFailed(`There is no API key with the id ${id}. The command api-key list shows the ids.`);
}

function callerOf(tenantId: string): Caller {
  return { tenantId, actor: 'command-line', correlationId: null };
}

function ports(persistence: Persistence) {
  return { persistence, clock: () => new Date(), newId: newUuidV7 };
}
