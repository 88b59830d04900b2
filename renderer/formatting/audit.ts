import type { AuditEventView } from '../../service/contract/http/signatures.ts';

/** The metadata of an audit entry in one line: `profile B · attempt 2`. */
export function describeMetadata(metadata: AuditEventView['metadata']): string {
  return Object.entries(metadata)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${spaced(name)} ${String(value)}`)
    .join(' · ');
}

const spaced = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
