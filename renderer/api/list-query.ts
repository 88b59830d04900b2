/** Query parameters of a list endpoint; null and empty values are left out. */
export type ListQuery = Readonly<Record<string, string | number | null>>;

/** `path` with the query parameters that have a value, percent-encoded. */
export function withQuery(path: string, query: ListQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
