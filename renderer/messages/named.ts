/** What people call a thing of the station; its id, for one that only another version knows. */
export function named(names: Readonly<Record<string, string>>, id: string): string {
  return Object.hasOwn(names, id) ? (names[id] ?? id) : id;
}
