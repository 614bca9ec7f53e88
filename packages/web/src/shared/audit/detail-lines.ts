/** One line of an entry's details: a field's values before and after, or its only value. */
export type DetailLine =
  | { path: readonly string[]; before: string | null; after: string | null }
  | { path: readonly string[]; value: string };

type Fields = Record<string, unknown>;
/** Puts the value of a field into words; undefined: it is shown as it is. */
export type ValueWords = (field: string, value: unknown) => string | undefined;

const DEPTH_MAX = 6;
/** Between the parts of a path: no name of a field contains it. */
const BETWEEN = '\n';
/** Fields that change with every change. */
const UNSAID = new Set(['updated_at', 'changed_at', 'version', 'is_configured']);
/** Secrets are written like this: that both are there means that there is another one. */
const SECRET = '••••••';
const NOTHING = '–';

/** Returns the details of an audit entry line by line: changed fields first, then the others. */
export function detailLines(details: Fields, words: ValueWords = () => undefined): DetailLine[] {
  const { before, after, ...rest } = details;
  const flat = (value: unknown) => flattened(value, words);
  const [was, is] = [flat(before), flat(after)];
  const paths = [...new Set([...was.keys(), ...is.keys()])];
  const isEmpty = (text: string | undefined) => text === undefined || text === NOTHING;
  const differing = paths.filter((path) => {
    if (was.get(path) === is.get(path)) return was.get(path) === SECRET && !path.includes(BETWEEN);
    return !isEmpty(was.get(path)) || !isEmpty(is.get(path));
  });
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
function flattened(value: unknown, words: ValueWords, path: readonly string[] = []): Map<string, string> {
  if (value === undefined) return new Map();
  if (isFields(value) && path.length < DEPTH_MAX)
    return new Map(
      Object.entries(value)
        .filter(([name, one]) => !UNSAID.has(name) && !isOwnId(name, one))
        .flatMap(([name, one]) => [...flattened(one, words, [...path, name])]),
    );
  if (Array.isArray(value) && value.some(isFields) && path.length < DEPTH_MAX)
    return new Map(value.flatMap((one, index) => [...flattened(one, words, [...path, String(index + 1)])]));
  return new Map([[path.join(BETWEEN), textOf(value, (one) => words(fieldOf(path), one))]]);
}

/** `id` is also the language. */
const isOwnId = (name: string, value: unknown): boolean => name === 'id' && typeof value === 'number';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of the field, without the numbers of rows. */
const fieldOf = (path: readonly string[]): string => path.findLast((part) => !/^\d+$/.test(part)) ?? '';

function textOf(value: unknown, words: (value: unknown) => string | undefined): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, words)).join(', ') || NOTHING;
  if (value === '') return NOTHING;
  if (value === null) return words(null) ?? NOTHING;
  return words(value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
}
