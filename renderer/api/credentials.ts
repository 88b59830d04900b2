/** What identifies the caller when the station asks for it; both null where authentication is off. */
export interface Credentials {
  readonly apiKey: string | null;
  readonly tenantId: string | null;
}

/** The request headers of the specification, section 4, for these credentials. */
export function credentialHeaders(credentials: Credentials): Record<string, string> {
  const headers: Record<string, string> = {};
  if (credentials.apiKey !== null) headers['X-Api-Key'] = credentials.apiKey;
  if (credentials.tenantId !== null) headers['X-Tenant-Id'] = credentials.tenantId;
  return headers;
}
