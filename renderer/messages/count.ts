/** How many of a thing, in words: `1 document`, `40 documents`. */
export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** How many documents, in words. */
export function documents(number: number): string {
  return count(number, 'document', 'documents');
}
