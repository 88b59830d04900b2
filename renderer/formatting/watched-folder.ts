/** Name of the watched folder that gave a document in, of an actor as the station records one; undefined for others. */
export function watchedFolderOf(actor: string): string | undefined {
  return /^folder (.+)$/.exec(actor)?.[1];
}
