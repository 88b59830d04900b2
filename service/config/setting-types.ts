import { z } from 'zod';
import { TENANT_ID } from '../contract/vocabulary/tenant-id.ts';

/** What values of settings are made of. */

export const MEBIBYTE = 1_048_576;
export const Text = z.string().min(1);
export const OptionalText = Text.nullable().default(null);
export const Milliseconds = z.int().min(1).max(2_147_483_647);
export const DURATION_TEXT = /^[1-9]\d{0,6}[smhd]$/;
export const Duration = z.string().regex(DURATION_TEXT, 'a whole number and a unit: 90s, 30m, 24h or 7d');
export const HttpUrl = z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' });
/** Settings are shown and kept in files: the password to a proxy is a secret, by its name. */
const NO_LOGIN =
  'a proxy without user and password, which have settings of their own: ProxyUsername and, by the name of a secret, ProxyPasswordSecretName';
const hasNoLogin = (text: string): boolean => {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '';
};
export const ProxyUrl = HttpUrl.refine(hasNoLogin, NO_LOGIN);
/** One to which a tunnel is asked for in clear. */
export const PlainProxyUrl = z
  .url({ protocol: /^http$/, error: 'an address that begins with http://' })
  .refine(hasNoLogin, NO_LOGIN);
export const TenantId = z.string().regex(TENANT_ID, 'not a tenant id');
export const Origin = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[^/\s*]+$/, 'an origin is scheme://host or scheme://host:port, without a path');
export const HostName = z
  .string()
  .regex(/^(\[[0-9A-Fa-f:]+\]|[^\s/:*]+)$/, 'a host name without port; * is not allowed');
export const SecretName = Text.max(200);
/** Of HTTP Basic authentication: a colon would end the name (RFC 7617 2). */
export const UserName = Text.regex(/^[^:]+$/, 'a user name without a colon');
