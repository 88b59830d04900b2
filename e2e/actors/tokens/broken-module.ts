import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Libraries that cannot be used as PKCS#11 modules, each for its own reason. */
const SOURCES = {
  'no-function-list': 'int answer(void) { return 42; }',
  'crash-load': 'int C_GetFunctionList(void **list) { *(volatile int *)0 = 1; return 0; }',
  'crash-initialize': moduleSource('*(volatile int *)0 = 1; return 0;'),
  'hang-initialize': moduleSource('for (;;) sleep(1); return 0;'),
  'fail-initialize': moduleSource('return 0x30;'),
  'symbol-missing': 'extern int nobody_has_this; int *pointer = &nobody_has_this;',
  'dependency-missing': 'extern int other(void); int C_GetFunctionList(void **list) { return other(); }',
} as const;
export type BrokenModule = keyof typeof SOURCES;

/** CK_FUNCTION_LIST: a version, then pointers of which the first is C_Initialize. */
function moduleSource(initialize: string): string {
  return [
    '#include <unistd.h>',
    'typedef struct { unsigned char version[8]; void *call[68]; } List;',
    `static unsigned long initialize(void *arguments) { ${initialize} }`,
    'static unsigned long refuse(void) { return 0x54; }',
    'static List list;',
    'unsigned long C_GetFunctionList(List **out) {',
    '  list.version[0] = 2; list.version[1] = 40;',
    '  for (int i = 0; i < 68; i++) list.call[i] = (void *)refuse;',
    '  list.call[0] = (void *)initialize; *out = &list; return 0;',
    '}',
  ].join('\n');
}

/** Compiles the library into `dir` and gives its path. Throws when there is no C compiler. */
export async function buildBrokenModule(dir: string, kind: BrokenModule): Promise<string> {
  await mkdir(dir, { recursive: true });
  const [source, library] = [join(dir, `${kind}.c`), join(dir, `${kind}.so`)];
  await writeFile(source, `${SOURCES[kind]}\n`);
  const compile = (...args: string[]): Promise<unknown> => run('cc', ['-shared', '-fPIC', ...args]);
  if (kind !== 'dependency-missing') {
    await compile('-o', library, source);
    return library;
  }
  const other = join(dir, 'libneeded-by-it.so');
  await writeFile(join(dir, 'other.c'), 'int other(void) { return 0; }\n');
  await compile('-o', other, join(dir, 'other.c'));
  await compile('-o', library, source, `-L${dir}`, '-lneeded-by-it');
  await rm(other);
  return library;
}
