interface Named {
  readonly name: string;
}

export interface Pair<T> {
  readonly signed: T;
  readonly original: T | null;
}

const isDetached = (file: Named): boolean => /\.(p7s|p7m)$/i.test(file.name);

/** Of the files dropped together: the signature, and the document it stands beside. Null when there is no file. */
export function pairDetached<T extends Named>(files: readonly T[]): Pair<T> | null {
  const signed = files.find(isDetached) ?? files[0];
  if (signed === undefined) return null;
  const original = isDetached(signed) ? files.find((file) => file !== signed && !isDetached(file)) : undefined;
  return { signed, original: original ?? null };
}
