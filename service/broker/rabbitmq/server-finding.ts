import { connectionFinding, type ServerFinding } from '../../domain/server-fault.ts';
import type { RabbitMqSettings } from './rabbitmq-settings.ts';

const SETTINGS = { address: 'Broker:Url', authorities: 'Broker:CertificateAuthorities' } as const;

type Named = Pick<RabbitMqSettings, 'username' | 'passwordSecretName'> & { readonly vhost: string };

/** Why there is no connection to the server. */
export function brokerFinding(fault: unknown, { username, passwordSecretName, vhost }: Named): ServerFinding {
  const { code, message } = textsOf(fault);
  const found = connectionFinding(code, SETTINGS);
  if (found !== undefined) return found;
  if (message.includes('ACCESS_REFUSED')) {
    const cure = `Mend Broker:Username or the secret ${passwordSecretName}.`;
    return { isAway: false, what: `refuses the user ${username} or the password (ACCESS_REFUSED). ${cure}` };
  }
  // The library keeps the server's own words to itself there.
  if (message.includes('Expected ConnectionOpenOk')) {
    const cure = 'Make it and give permissions as docs/deployment.md says, or mend Broker:Url.';
    return { isAway: false, what: `does not open the virtual host ${vhost} for the user ${username}. ${cure}` };
  }
  if (/closed abruptly|Unexpected close/.test(message)) {
    const cure = 'Look at its log; if the port speaks TLS, Broker:Url begins with amqps://.';
    return { isAway: true, what: `ends the connection before it has begun. ${cure}` };
  }
  return { isAway: true, what: 'does not let the station connect. Look at its log.' };
}

/** Why the station's exchanges and queues cannot be used. */
export function topologyFinding(fault: unknown, { username, vhost }: Pick<Named, 'username' | 'vhost'>): ServerFinding {
  const { code, message } = textsOf(fault);
  const found = connectionFinding(code, SETTINGS);
  if (found !== undefined) return found;
  if (message.includes('ACCESS_REFUSED') || message.includes('ACCESS-REFUSED')) {
    const cure = 'Give it the permissions of docs/deployment.md.';
    return { isAway: false, what: `does not let the user ${username} use its queues in ${vhost} (403). ${cure}` };
  }
  if (message.includes('PRECONDITION')) {
    const cure = 'Remove what is there, or give the station a virtual host of its own.';
    return {
      isAway: false,
      what: `has an exchange or queue of the same name and another kind in ${vhost} (406). ${cure}`,
    };
  }
  return { isAway: true, what: 'does not let the station use its queues. Look at its log.' };
}

function textsOf(fault: unknown): { readonly code: string; readonly message: string } {
  if (!(fault instanceof Error)) return { code: '', message: '' };
  const { message } = fault;
  // The library's own time limit has the words of the system's, and no code.
  const code = /^connect (ETIMEDOUT)$/.exec(message)?.[1] ?? '';
  return { code: 'code' in fault && typeof fault.code === 'string' ? fault.code : code, message };
}
