/** Settings of the timestamp authority (RFC 3161). */
interface Timestamping {
  readonly Url: string | null;
  readonly Username: string | null;
  readonly PasswordSecretName: string | null;
}

/**
 * Why the configured authority cannot be asked, or null. A password without a user name is a permanent error of
 * configuration (specification, section 5, rule 7): it would never be sent, and the authority would refuse every job.
 */
export function timestampingFault({ Url, Username, PasswordSecretName }: Timestamping): string | null {
  if (Url === null || PasswordSecretName === null || Username !== null) return null;
  return (
    'Timestamping:PasswordSecretName names a password and Timestamping:Username no user: the password would never be ' +
    'sent. Set the user name, or take the name of the password away.'
  );
}
