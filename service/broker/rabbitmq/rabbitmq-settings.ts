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

/** The server cannot be used now; the sentence says why and quotes no credentials. */
export class BrokerUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BrokerUnavailable';
  }
}
