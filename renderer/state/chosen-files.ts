import { detectKind, KIND_PROBE_BYTES, type FileKind } from '../formatting/file-kind.ts';

/** The kind of a chosen file; reads its first bytes only. A file that cannot be read counts as `other`. */
export async function kindOf(file: Blob): Promise<FileKind> {
  try {
    return detectKind(new Uint8Array(await file.slice(0, KIND_PROBE_BYTES).arrayBuffer()));
  } catch {
    return 'other';
  }
}

async function filesOfEntry(entry: FileSystemEntry): Promise<File[]> {
  if (isFileEntry(entry)) {
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  }
  if (!isDirectoryEntry(entry)) return [];
  const reader = entry.createReader();
  const found: File[] = [];
  // readEntries answers in portions of at most 100 and an empty one at the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return found;
    for (const child of portion) found.push(...(await filesOfEntry(child)));
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The files of a drop; folders are opened, with everything below them. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const plain = Array.from(transfer.files);
  // The entries must be taken before the first await: the transfer is emptied when the event handler returns.
  const entries = Array.from(transfer.items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  if (!entries.some((entry) => entry?.isDirectory === true)) return plain;
  const found = await Promise.all(entries.map(async (entry) => (entry === null ? [] : await filesOfEntry(entry))));
  return found.flat();
}
