import type { Broker } from '../broker/broker.ts';
import { BrokerUnavailable } from '../broker/rabbitmq/rabbitmq-settings.ts';
import { ConfigurationError, type Configuration } from '../config/configuration.ts';
import type { DriverSurroundings } from './open-storage.ts';

/** Opens RabbitMQ. Throws a ServerFault when it cannot be used, and ConfigurationError where its password is not set. */
export async function openSharedBroker(
  { Broker }: Configuration,
  { secrets, logger }: DriverSurroundings,
): Promise<Broker> {
  // Of no use to a station that carries its messages itself.
  const { openRabbitMqBroker } = await import('../broker/rabbitmq/rabbitmq-broker.ts');
  const settings = {
    url: Broker.Url ?? '',
    username: Broker.Username ?? '',
    passwordSecretName: Broker.PasswordSecretName,
    certificateAuthorities: Broker.CertificateAuthorities,
  };
  const notices = { warn: (text: string) => logger.warn(text), info: (text: string) => logger.info(text) };
  try {
    return await openRabbitMqBroker(settings, secrets, notices);
  } catch (fault) {
    throw fault instanceof BrokerUnavailable ? new ConfigurationError([fault.message]) : fault;
  }
}
