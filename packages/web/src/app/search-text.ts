/** Parses the query of an address as plain text, without guessing at numbers or JSON as the router's own parser does. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes the query of an address: empty values are left out, and commas stay readable. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain && value !== '') pairs.set(name, String(value));
  }
  const text = pairs.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text ? `?${text}` : '';
}
