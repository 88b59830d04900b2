import type { AuditEventView } from '../../service/contract/http/signatures.ts';
import { formatNumber } from './locale.ts';

/** How the metadata of audit entries is worded. */
export interface AuditWords {
  /** What each particular is called. */
  readonly names: Readonly<Record<string, string>>;
  /** The value of a particular that is recorded as a code, a count of bytes or a time. */
  readonly values: Readonly<Record<string, (value: string | number) => string>>;
  readonly yes: string;
  readonly no: string;
}

/** The metadata of an audit entry in one line: `level B · attempt 2`. What has no words keeps its own name and value. */
export function describeMetadata(metadata: AuditEventView['metadata'], words: AuditWords): string {
  const known = new Map(Object.entries(words.names));
  const values = new Map(Object.entries(words.values));
  return Object.entries(metadata)
    .flatMap(([name, value]) => {
      if (value === null || value === '') return [];
      if (typeof value === 'boolean') return [`${known.get(name) ?? spaced(name)} ${value ? words.yes : words.no}`];
      const told = values.get(name)?.(value) ?? (typeof value === 'number' ? formatNumber(value) : value);
      return [`${known.get(name) ?? spaced(name)} ${told}`];
    })
    .join(' · ');
}

const spaced = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
