/** One line of an entry's details: a field's values before and after, or its only value. */
export type DetailLine =
  | { path: readonly string[]; before: string | null; after: string | null }
  | { path: readonly string[]; value: string };

type Fields = Record<string, unknown>;

const DEPTH_MAX = 6;
/** Between the parts of a path: no name of a field contains it. */
const BETWEEN = '\n';

/** Returns the details of an audit entry line by line: changed fields first, then the others. */
export function detailLines(details: Fields): DetailLine[] {
  const { before, after, ...rest } = details;
  const [was, is] = [flat(before), flat(after)];
  const paths = [...new Set([...was.keys(), ...is.keys()])];
  const differing = paths.filter((path) => was.get(path) !== is.get(path));
  return [
    ...differing.map((path) => ({
      path: path.split(BETWEEN),
      before: was.get(path) ?? null,
      after: is.get(path) ?? null,
    })),
    ...[...flat(rest)].map(([path, value]) => ({ path: path.split(BETWEEN), value })),
  ];
}

/** Flattens nested fields to a map by path; lists of plain values stay one line. */
function flat(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (value === undefined) return new Map();
  if (isFields(value) && path.length < DEPTH_MAX)
    return new Map(Object.entries(value).flatMap(([name, one]) => [...flat(one, [...path, name])]));
  if (Array.isArray(value) && value.some(isFields) && path.length < DEPTH_MAX)
    return new Map(value.flatMap((one, index) => [...flat(one, [...path, String(index + 1)])]));
  return new Map([[path.join(BETWEEN), textOf(value)]]);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}
