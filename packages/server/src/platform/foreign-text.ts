/** Makes text from outside safe for our database and screens. Pure. */
import { onOneLine as visibleLine } from '@trunkline/contract';
import { AppError } from './errors.ts';

const HALF_PAIRS = /\p{Surrogate}/gu;

/** A name or subject on one line, with at most `max` characters; empty where nothing of it can be seen. */
export const onOneLine = (text: string, max: number): string =>
  [...visibleLine(text.replace(HALF_PAIRS, '\ufffd'))].slice(0, max).join('');

/** Text of several lines, without what a database cannot store. */
export const cleanText = (text: string): string =>
  text.replace(HALF_PAIRS, '\ufffd').replaceAll('\u0000', '');

/** Whether it has a visible character; a name without one could not be seen or chosen. */
export const hasVisibleCharacter = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

const DEPTH_MAX = 200;

/**
 * A copy without what PostgreSQL cannot store, in keys and values: U+0000, and half of a surrogate pair, which no JSON of its may
 * have. @throws AppError `bad_request` if nested too deeply
 */
export function storable<T>(value: T, depth?: number): T;
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (depth > DEPTH_MAX) throw new AppError('bad_request', { reason: 'nested_too_deeply' });
  if (Array.isArray(value)) return value.map((one: unknown) => storable(one, depth + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [storable(name), storable(one, depth + 1)]),
  );
}

/** Escapes of JSON that PostgreSQL may refuse: U+0000 and surrogates. */
const DOUBTFUL_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/** Whether JSON has to be looked through before it is stored. */
export const isDoubtfulJson = (json: string): boolean => DOUBTFUL_ESCAPE.test(json);

/** JSON that PostgreSQL takes, also where the value was cut in the middle of a character. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return isDoubtfulJson(json) ? JSON.stringify(storable(value)) : json;
}

/** Whether it is a plain object, and not a date or bytes, which are kept as they are. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const kind: unknown = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null;
}
