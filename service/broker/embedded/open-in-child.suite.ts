import type { Broker } from '../broker.ts';
import type { MessageTable } from '../message-table.ts';
import { openEmbeddedBroker } from './embedded-broker.ts';

function isOpener(module: unknown): module is { openInChild(path: string): Promise<{ messageTable: MessageTable }> } {
  return typeof module === 'object' && module !== null && 'openInChild' in module;
}

/** How test processes open the broker: `location` is the URL of the module that opens its database, a space, a path. */
export async function openInChild(location: string): Promise<Broker> {
  const [moduleUrl = '', ...path] = location.split(' ');
  const opener: unknown = await import(moduleUrl);
  if (!isOpener(opener)) throw new Error('The module opens no database.');
  return openEmbeddedBroker({ table: (await opener.openInChild(path.join(' '))).messageTable });
}
