import { isLoopbackHost } from './access-rules.ts';

/** Settings of the timestamp authority (RFC 3161). */
interface Timestamping {
  readonly Url: string | null;
  readonly Username: string | null;
  readonly PasswordSecretName: string | null;
  readonly AlternativeUrls: readonly string[];
}

/**
 * Why the configured authority cannot be asked, or null. A password without a user name is a permanent error of
 * configuration (specification, section 5, rule 7): it would never be sent, and the authority would refuse every job. In
 * Production a password goes to other machines over TLS only.
 */
export function timestampingFault(settings: Timestamping, environment: string): string | null {
  const { Url, AlternativeUrls, PasswordSecretName, Username } = settings;
  if (Url === null) return null;
  if (PasswordSecretName !== null && Username === null) {
    return (
      'Timestamping:PasswordSecretName names a password and Timestamping:Username no user: the password would never be ' +
      'sent. Set the user name, or take the name of the password away.'
    );
  }
  const isInClear = [Url, ...AlternativeUrls].map((url) => new URL(url)).some(isReadableOnTheWay);
  if (environment !== 'Production' || Username === null || !isInClear) return null;
  return (
    'Timestamping:Username is set and an address of the authority begins with http: the password would go over the ' +
    'network in clear. Use an address with https.'
  );
}

function isReadableOnTheWay({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' && !isLoopbackHost(hostname);
}
