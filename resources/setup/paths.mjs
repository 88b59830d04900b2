import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Root of the checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** The Node that the project brings; the machine's own only runs these set-up scripts. */
export function projectNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(ROOT, 'node_modules', 'node', 'bin', name);
}

/**
 * Variables for a process of the build in `folder`, with which Node keeps there what V8 has compiled of it: the next start
 * reads that instead of compiling anew. It is run unseen, so the folder is its owner's alone, whatever the umask. None where
 * the build is another user's or lies where nothing can be written. The next build begins with an empty folder.
 */
export function compiledCode(folder) {
  const kept = path.join(folder, 'compile-cache');
  if (process.getuid !== undefined && statSync(folder).uid !== process.getuid()) return {};
  try {
    mkdirSync(kept, { recursive: true });
    chmodSync(kept, 0o700);
  } catch {
    return {};
  }
  return { NODE_COMPILE_CACHE: kept };
}

/** Files below `folders` (relative to the root) and single files, sorted. */
export function sourceFiles(folders) {
  const files = [];
  const walk = (relative) => {
    const absolute = path.join(ROOT, relative);
    if (!existsSync(absolute)) return;
    if (statSync(absolute).isFile()) files.push(relative);
    else for (const entry of readdirSync(absolute)) walk(path.join(relative, entry));
  };
  folders.forEach(walk);
  return files.sort();
}

/** One hash over names and contents: tells whether something made from these files is still theirs. */
export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
