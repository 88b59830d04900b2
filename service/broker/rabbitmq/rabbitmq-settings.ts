import { StationError } from '../../domain/station-error.ts';

/** Where the server is and who asks; the password is named, never held. */
export interface RabbitMqSettings {
  /** `amqp://host:port/vhost` or `amqps://...`, without credentials. */
  readonly url: string;
  readonly username: string;
  readonly passwordSecretName: string;
  /** PEM file of the authorities that vouch for the server instead of the well-known ones. */
  readonly certificateAuthorities: string | null;
}

/** What the driver tells whoever runs the station; sentences without secrets. */
export interface BrokerNotices {
  warn(sentence: string): void;
  info(sentence: string): void;
}

/** The server cannot be used now, which is expected to pass; the sentence says why and quotes no credentials. */
export class BrokerUnavailable extends StationError {
  constructor(message: string, cause?: unknown) {
    super('SERVICE_UNAVAILABLE', message, { cause });
    this.name = 'BrokerUnavailable';
  }
}
