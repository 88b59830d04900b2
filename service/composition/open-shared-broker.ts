import type { Broker } from '../broker/broker.ts';
import { BrokerUnavailable, type RabbitMqSettings } from '../broker/rabbitmq/rabbitmq-settings.ts';
import { ConfigurationError, type Configuration } from '../config/configuration.ts';
import type { DriverSurroundings } from './open-storage.ts';

/** Opens RabbitMQ. Throws a ServerFault when it cannot be used, and ConfigurationError where its password is not set. */
export async function openSharedBroker(
  configuration: Configuration,
  { secrets, logger }: DriverSurroundings,
): Promise<Broker> {
  // Of no use to a station that carries its messages itself.
  const { openRabbitMqBroker } = await import('../broker/rabbitmq/rabbitmq-broker.ts');
  const notices = { warn: (text: string) => logger.warn(text), info: (text: string) => logger.info(text) };
  try {
    return await openRabbitMqBroker(brokerSettings(configuration), secrets, notices);
  } catch (fault) {
    throw fault instanceof BrokerUnavailable ? new ConfigurationError([fault.message]) : fault;
  }
}

/** Where the broker is, as its driver takes it. */
export function brokerSettings({ Broker }: Configuration): RabbitMqSettings {
  return {
    url: Broker.Url ?? '',
    username: Broker.Username ?? '',
    passwordSecretName: Broker.PasswordSecretName,
    certificateAuthorities: Broker.CertificateAuthorities,
  };
}
