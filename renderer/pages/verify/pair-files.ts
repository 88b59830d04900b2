import type { FileKind } from '../../formatting/file-kind.ts';

/** A file as far as pairing looks at it: its name, and the kind that its first bytes say. */
export interface Known {
  readonly name: string;
  readonly kind: FileKind;
}

/** What is checked together: a file, and the originals of a signature that lies apart from its document. */
export interface Pair<T> {
  readonly signed: T;
  readonly originals: readonly T[];
}

/** The name without its last ending, in small letters. */
function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return (dot > 0 ? name.slice(0, dot) : name).toLowerCase();
}

const SIGNED = '-signed';

/** `contract.docx.p7s` belongs to `contract.docx` or `contract.*`, and so does `contract.docx-signed.xml`. */
function belongsTo(signature: Known, document: Known): boolean {
  const stem = spokenOf(signature);
  if (stem === document.name.toLowerCase()) return true;
  // Any XML may lie beside a document of the same name, and two signatures that are called alike are two documents.
  const isSignature = signature.kind === 'cms' || stem !== stemOf(signature.name);
  return isSignature && document.kind !== 'cms' && stem === stemOf(document.name);
}

/** What the name of a signature says of its document's. */
function spokenOf({ name, kind }: Known): string {
  const stem = stemOf(name);
  return kind === 'xml' && stem.endsWith(SIGNED) ? stem.slice(0, -SIGNED.length) : stem;
}

/** Prefers the original with exactly the name that the signature's name holds. */
function originalOf<T extends Known>(signature: T, candidates: readonly T[]): T | undefined {
  const fitting = candidates.filter((candidate) => belongsTo(signature, candidate));
  return fitting.find(({ name }) => name.toLowerCase() === spokenOf(signature)) ?? fitting[0];
}

/**
 * Sorts files that were given together into what is checked together, in their order. A CMS or XML file takes the file
 * that its name speaks of as its original; a single signature and a single other file that are left belong together.
 */
export function pairFiles<T extends Known>(files: readonly T[]): readonly Pair<T>[] {
  const taken = new Map<T, T>();
  const isFree = (file: T): boolean => !taken.has(file) && !Array.from(taken.values()).includes(file);
  for (const signature of files.filter(({ kind }) => kind === 'cms' || kind === 'xml')) {
    if (!isFree(signature)) continue;
    const original = originalOf(
      signature,
      files.filter((file) => file !== signature && isFree(file)),
    );
    if (original !== undefined) taken.set(signature, original);
  }
  const left = files.filter(isFree);
  const [signature, ...more] = left.filter(({ kind }) => kind === 'cms');
  const others = left.filter(({ kind }) => kind !== 'cms');
  if (signature !== undefined && more.length === 0 && others[0] !== undefined && others.length === 1) {
    taken.set(signature, others[0]);
  }
  const originals = new Set(taken.values());
  return files
    .filter((file) => !originals.has(file))
    .map((signed) => {
      const original = taken.get(signed);
      return { signed, originals: original === undefined ? [] : [original] };
    });
}
