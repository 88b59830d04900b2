import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const HERE = import.meta.dirname;
/** What no test beside it calls: words that all use cases share, parts of one use case, and what stands on real folders. */
const THROUGH_OTHERS: Readonly<Record<string, string>> = {
  'ports.ts': 'use-case-bench.suite.ts',
  'absent-token.ts': 'check-provider.test.ts',
  'accept-unit.ts': 'create-signature.test.ts',
  'diagnosis-text.ts': '../providers/diagnosis/diagnose.test.ts',
  'extension-unit.ts': 'request-extension.test.ts',
  'many-requests.ts': 'retry-failed.test.ts',
  'signature-view.ts': 'signature-view.test.ts',
  'archive-audit.ts': '../upkeep/audit-archive.integration.test.ts',
  'archive-records.ts': '../upkeep/audit-archive.integration.test.ts',
  'archive-requests.ts': '../upkeep/request-archive.integration.test.ts',
};

const namesOf = (kind: RegExp): string[] => readdirSync(HERE).filter((name) => kind.test(name));
const read = (name: string): string => readFileSync(path.join(HERE, name), 'utf8');

describe('use cases', () => {
  it('are each called by a test beside them, but for those that are named with the test that calls them', () => {
    const tests = namesOf(/\.test\.ts$/).map(read);
    const sources = namesOf(/^[^.]+\.ts$/);
    expect(sources.length).toBeGreaterThan(40);
    const untested = sources.filter((name) => !tests.some((text) => calls(text, name)));
    expect(untested.toSorted()).toEqual(Object.keys(THROUGH_OTHERS).toSorted());
    expect(Object.values(THROUGH_OTHERS).filter((test) => !existsSync(path.join(HERE, test)))).toEqual([]);
  });
});

/** Whether a test imports something of the file that is there when it runs. */
function calls(text: string, name: string): boolean {
  const imports = [...text.matchAll(/^import (?!type)\{([^}]*)\} from '\.\/([\w-]+\.ts)'/gm)];
  return imports.some(
    ([, names = '', file]) => file === name && names.split(',').some((each) => /^\s*(?!type )\w/.test(each)),
  );
}
