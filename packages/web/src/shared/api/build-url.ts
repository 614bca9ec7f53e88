export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;

/** Fills the `:name` parts of an endpoint's path and adds the query: arrays joined by commas, empty values left out. */
export function buildUrl(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, QueryValue> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') pairs.set(name, text);
  }
  const search = pairs.toString();
  return search ? `${filled}?${search}` : filled;
}
