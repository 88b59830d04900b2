import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Compiles the C file `name` of this folder into `folder`, to be named in LD_PRELOAD. Throws without a C compiler. */
export function compileLibrary(folder: string, name: string): string {
  const library = path.join(folder, name.replace(/\.c$/, '.so'));
  const source = path.join(import.meta.dirname, name);
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source, '-ldl']);
  return library;
}
