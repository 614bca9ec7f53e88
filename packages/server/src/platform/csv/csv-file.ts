import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS, type Language } from '@trunkline/contract';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify';
import { AppError } from '#platform/errors';

/** The delimiter of cells, and the text of a number. */
export type CsvDialect = { delimiter: ',' | ';'; number: (value: number) => string };

/** In Indonesian the comma is the decimal sign, so spreadsheets separate cells by semicolons. */
const FORMS: Record<Language, CsvDialect> = {
  en: { delimiter: ',', number: String },
  id: { delimiter: ';', number: (value) => String(value).replace('.', ',') },
};

/** The form for a reader of this language. Programs have none: they get commas and decimal points. */
export const csvDialectOf = ({ language = 'en' }: { language?: Language | undefined }): CsvDialect =>
  FORMS[language];

/** A CSV file that is written while it is sent. An error in a line ends the stream. */
export function csvFile(lines: AsyncIterable<readonly string[]>, { delimiter }: CsvDialect): Readable {
  // Lines end in CR LF; cells that contain a bare line break must be quoted explicitly.
  const format = stringify({ bom: true, delimiter, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  return pipeline(Readable.from(lines), format, () => undefined);
}

/** A line with content: its number in the file, and its cells. Numbers in a file with semicolons have a decimal comma. */
export type CsvLine = { line: number; cells: string[]; hasDecimalComma?: boolean };
export type CsvFile = { head: string[]; lines: CsvLine[]; isTooLong: boolean; unreadableAt: number | null };

type Parsed = { record: string[]; lines: number };

/** So much is parsed, and so many lines are checked at once; in between, other requests have their turn. */
const SLICE_BYTES = 16 * 1024;
const SLICE_LINES = 200;
const DELIMITERS = [',', ';', '\t'];

/** The first line that is not CSV in UTF-8. */
export class UnreadableCsvError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`unreadable from line ${line} on`);
    this.line = line;
  }
}

/**
 * The lines of a file while it arrives, head first, without holding more than a few of them. The separator (comma or semicolon)
 * is taken from the head. Throws `UnreadableCsvError`, and `too_large` only at the end, since a browser sends everything before it
 * reads the response; what comes once `isEnough` is not parsed.
 */
export async function* csvLines(
  bytes: Readable,
  maxBytes: number,
  isEnough: () => boolean = () => false,
): AsyncGenerator<CsvLine> {
  let read = 0;
  let above = 0;
  // Rows that the parser has emitted and nobody has read yet: when it fails it does not give them out.
  const waiting: Parsed[] = [];
  let delimiter = ',';
  const lineOf = ({ record, lines }: Parsed): CsvLine => {
    // PostgreSQL cannot store U+0000, so such a file is not text.
    if (record.some((cell) => cell.includes('\0'))) throw new UnreadableCsvError(read + 1);
    const line: CsvLine = { line: read + 1, cells: record };
    if (delimiter === ';') line.hasDecimalComma = true;
    read = lines + above;
    return line;
  };
  try {
    const texts = decoded(bytes, maxBytes, isEnough);
    const first = await texts.next();
    const { start, told } = withoutSeparatorLine(first.done ? '' : first.value);
    if (told) read = above = 1;
    delimiter = told ?? delimiterOf(start);
    const parser: AsyncIterable<string[]> = pipeline(
      Readable.from(following(start, texts)),
      parse({
        bom: true,
        delimiter,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: LIMITS.listFileBytes,
        on_record(record, { lines }) {
          waiting.push({ record, lines });
          return record;
        },
      }),
      () => undefined,
    );
    for await (const record of parser) {
      const { lines = read - above } = waiting.shift() ?? {};
      yield lineOf({ record, lines });
    }
  } catch (error) {
    if (error instanceof UnreadableCsvError) throw error;
    asUnreadable(error);
    for (const one of waiting) yield lineOf(one);
    throw new UnreadableCsvError(read + 1);
  }
}

async function* following(start: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* texts;
}

/** Reads a whole file, for lists with few rows. */
export async function readCsv(bytes: Readable): Promise<CsvFile> {
  const file: CsvFile = { head: [], lines: [], isTooLong: false, unreadableAt: null };
  let isHead = true;
  try {
    for await (const line of csvLines(bytes, LIMITS.listFileBytes, () => file.isTooLong)) {
      if (isHead) file.head = line.cells.map((name) => name.trim().toLowerCase());
      else if (file.lines.length < LIMITS.listRows) file.lines.push(line);
      else file.isTooLong = true;
      isHead = false;
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsvError)) throw error;
    // Where too many lines were left out, the last one may be cut.
    if (!file.isTooLong) file.unreadableAt = error.line;
  }
  return file;
}

/** The lines of a file that was read as a whole, for checks that let other requests have their turn. */
export async function* inSlices(lines: readonly CsvLine[]): AsyncGenerator<CsvLine> {
  for (const [index, line] of lines.entries()) {
    if (index % SLICE_LINES === SLICE_LINES - 1) await nextTurn();
    yield line;
  }
}

/** Returns undefined for an error that means “this is not a CSV file”, and throws every other. */
function asUnreadable(error: unknown): undefined {
  const isEncoding =
    error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  if (!isEncoding && !(error instanceof CsvError)) throw error;
}

async function* decoded(
  bytes: Readable,
  maxBytes: number,
  isEnough: () => boolean,
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let size = 0;
  let bad: unknown;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      if (size > maxBytes || bad || isEnough()) break;
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      const text = attempt(() => decoder.decode(slice, { stream: true }));
      if ('error' in text) bad = text.error;
      else yield text.value;
      await nextTurn();
    }
  }
  if (size > maxBytes) throw new AppError('too_large', { max_bytes: maxBytes });
  if (bad) throw bad;
  if (!isEnough()) yield decoder.decode();
}

function attempt<T>(run: () => T): { value: T } | { error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** Excel may write a line “sep=;” before the head that names the separator: it is not part of the list. */
function withoutSeparatorLine(text: string): { start: string; told?: string } {
  const [line, told] = /^\ufeff?"?sep=([;,\t|])"?[;,\t]*(?:\r\n|\n|\r)/i.exec(text) ?? [];
  return line && told ? { start: text.slice(line.length), told } : { start: text };
}

function delimiterOf(start: string): string {
  const head = start.split(/[\r\n]/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
