import type { AuditEventView } from '../../service/contract/http/signatures.ts';

/** The metadata of an audit entry in one line: `level B · attempt 2`. What has no name in `names` keeps its own. */
export function describeMetadata(
  metadata: AuditEventView['metadata'],
  names: Readonly<Record<string, string>>,
): string {
  const known = new Map(Object.entries(names));
  return Object.entries(metadata)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${known.get(name) ?? spaced(name)} ${String(value)}`)
    .join(' · ');
}

const spaced = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
