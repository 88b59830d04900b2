const ALLOWED =
  /^(PATH|HOME|TMPDIR|TMP|TEMP|LANG|LC_[A-Z]+|TZ|SystemRoot|SystemDrive|windir|USERPROFILE|APPDATA|LOCALAPPDATA)$/i;

/** What a child without secrets gets of the host's environment: an allow-list, so that nothing reaches it by accident. */
export function childEnvironment(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && ALLOWED.test(name)) environment[name] = value;
  }
  return environment;
}
