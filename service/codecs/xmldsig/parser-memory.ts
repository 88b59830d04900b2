/**
 * The memory of this process's XML parser in bytes; 0 before its first document. It grows with the largest document and
 * never shrinks: only the end of the process gives it back. In a file of its own, so that asking loads no parser.
 */
export function parserMemoryBytes(): number {
  return size();
}

let size = (): number => 0;

/** For the parser: how its memory is measured. */
export function measureParserMemory(measure: () => number): void {
  size = measure;
}
