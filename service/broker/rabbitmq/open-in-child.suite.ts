import { takeEnvironmentSecrets } from '../../secrets/environment/environment-secret-store.ts';
import type { Broker } from '../broker.ts';
import type { BrokerNotices } from './rabbitmq-settings.ts';
import { openRabbitMqBroker } from './rabbitmq-broker.ts';

const SILENT: BrokerNotices = { warn: () => undefined, info: () => undefined };

/** How tests open the broker, in other processes too: `location` is address, user and password, with blanks between. */
export function openInChild(location: string, notices = SILENT): Promise<Broker> {
  const [url = '', username = '', password = ''] = location.split(' ');
  const secrets = takeEnvironmentSecrets({ SERVICE_SECRET_BROKER_PASSWORD: password });
  const settings = { url, username, passwordSecretName: 'Broker:Password', certificateAuthorities: null };
  return openRabbitMqBroker(settings, secrets, notices);
}
