/** One line of an entry's details: a field's values before and after, or its only value. */
export type DetailLine =
  | { name: string; before: string | null; after: string | null }
  | { name: string; value: string };

type Fields = Record<string, unknown>;

const DEPTH_MAX = 6;

/** Returns the details of an audit entry line by line: changed fields first, then the others. */
export function detailLines(details: Fields): DetailLine[] {
  const { before, after, ...rest } = details;
  const [was, is] = [flat(before), flat(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const differing = names.filter((name) => was.get(name) !== is.get(name));
  return [
    ...differing.map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null })),
    ...[...flat(rest)].map(([name, value]) => ({ name, value })),
  ];
}

/** Flattens nested fields to a map by path; lists of plain values stay one line. */
function flat(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (value === undefined) return new Map();
  if (isFields(value) && path.length < DEPTH_MAX)
    return new Map(Object.entries(value).flatMap(([name, one]) => [...flat(one, [...path, name])]));
  if (Array.isArray(value) && value.some(isFields) && path.length < DEPTH_MAX)
    return new Map(value.flatMap((one, index) => [...flat(one, [...path, String(index + 1)])]));
  return new Map([[path.join(' · '), textOf(value)]]);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}
