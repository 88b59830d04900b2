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
  return Object.entries(metadata)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${own(words.names, name) ?? spaced(name)} ${worded(name, value, words)}`)
    .join(' · ');
}

function worded(name: string, value: string | number | boolean | null, words: AuditWords): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (value === null) return '';
  return own(words.values, name)?.(value) ?? (typeof value === 'number' ? formatNumber(value) : value);
}

/** Of names that programs choose, none is one of those that every object has. */
function own<Value>(of: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

const spaced = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
