import type { ChildEnvironment } from '../processes/launcher.ts';
import { secretVariables } from './secret-readers.ts';

const ALLOWED =
  /^(PATH|HOME|TMPDIR|TMP|TEMP|LANG|LC_[A-Z]+|TZ|SSL_CERT_FILE|SSL_CERT_DIR|SystemRoot|SystemDrive|windir|USERPROFILE|APPDATA|LOCALAPPDATA)$/i;

/**
 * What a child that serves no provider gets of the host's environment: an allow-list, so that nothing reaches it by
 * accident (NODE_OPTIONS could open an inspector in it), and the secrets that are meant for it: `ownSecrets`, of which
 * the timestamp client has some, and a worker whose documents lie in a bucket.
 */
export function childEnvironment<
  Child extends 'publisher' | 'worker' | 'verifier' | 'timestamp-client' | 'trusted-lists',
>(
  child: Child,
  source: Readonly<Record<string, string | undefined>>,
  ownSecrets: readonly string[] = [],
): ChildEnvironment<Child> {
  const environment: Record<string, string> = secretVariables(child, source, ownSecrets);
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && ALLOWED.test(name)) environment[name] = value;
  }
  return environment as ChildEnvironment<Child>;
}
