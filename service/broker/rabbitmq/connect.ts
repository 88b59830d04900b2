import { readFileSync } from 'node:fs';
import { connect, type ChannelModel } from 'amqplib';
import type { SecretStore } from '../../secrets/secret-store.ts';
import { ServerFault } from '../../domain/server-fault.ts';
import { BrokerUnavailable, type RabbitMqSettings } from './rabbitmq-settings.ts';
import { brokerFinding } from './server-finding.ts';

const CONNECT_MILLISECONDS = 10_000;
/** A server that is silent for twice as long is taken for dead. */
const HEARTBEAT_SECONDS = 10;

/**
 * One connection, verified by its name with `amqps`. The password is read anew each time, so that a changed one counts at
 * the next connection. Throws a ServerFault, and BrokerUnavailable where there is no password.
 */
export async function connectToServer(settings: RabbitMqSettings, secrets: SecretStore): Promise<ChannelModel> {
  const password = await secrets.read(settings.passwordSecretName);
  if (password === undefined) throw new BrokerUnavailable(`The secret ${settings.passwordSecretName} is not set.`);
  const { protocol, hostname, port } = new URL(settings.url);
  const vhost = virtualHostOf(settings);
  const authorities = settings.certificateAuthorities;
  try {
    return await connect(
      {
        protocol: protocol.slice(0, -1),
        hostname: hostname.replaceAll(/^\[|\]$/g, ''),
        ...(port === '' ? {} : { port: Number(port) }),
        vhost,
        username: settings.username,
        password,
        heartbeat: HEARTBEAT_SECONDS,
      },
      {
        timeout: CONNECT_MILLISECONDS,
        noDelay: true,
        clientProperties: { connection_name: 'signing-station' },
        ...(authorities === null ? {} : { ca: readFileSync(authorities) }),
      },
    );
  } catch (fault) {
    throw new ServerFault(serverOf(settings), brokerFinding(fault, { ...settings, vhost }), fault);
  }
}

/** Without a path it is the virtual host that every server has. */
export function virtualHostOf({ url }: RabbitMqSettings): string {
  const { pathname } = new URL(url);
  return pathname.length <= 1 ? '/' : pathname.slice(1);
}

/** How the server is called where something is wrong with it. */
export function serverOf({ url }: RabbitMqSettings): { readonly name: string; readonly place: string } {
  return { name: 'RabbitMQ', place: new URL(url).host };
}

/** The server's words name users and virtual hosts, never passwords. */
export function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'unknown reason';
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  return (fault.message === '' ? code || fault.name : fault.message).replace(/\.$/, '');
}
