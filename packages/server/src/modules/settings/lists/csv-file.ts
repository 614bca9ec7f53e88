import { pipeline, Readable } from 'node:stream';
import { LIMITS } from '@trunkline/contract';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '#platform/errors';

/** A line with content: where it begins in the file, and its cells. */
export type Line = { line: number; cells: string[] };
export type CsvFile = { head: string[]; lines: Line[]; isTooLong: boolean; unreadableAt: number | null };

type Parsed = { record: string[]; info: { lines: number } };

const DELIMITERS = [',', ';', '\t'];

/**
 * Reads a file as it arrives. Spreadsheets of some countries write semicolons instead of commas, so the head decides.
 * What is too big is read to its end all the same: a browser sends everything before it looks at the answer.
 */
export async function readCsv(bytes: Readable): Promise<CsvFile> {
  const texts = decoded(bytes);
  const first = await texts.next().catch(asUnreadable);
  if (!first) return { ...NOTHING, unreadableAt: 1 };
  const start = first.done ? '' : first.value;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(start),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LIMITS.listFileBytes,
  });
  const rest = async function* () {
    yield start;
    yield* texts;
  };
  pipeline(Readable.from(rest()), parser, () => undefined);
  return collect(parser);
}

const NOTHING: CsvFile = { head: [], lines: [], isTooLong: false, unreadableAt: null };

async function collect(parsed: AsyncIterable<Parsed>): Promise<CsvFile> {
  const file: CsvFile = { ...NOTHING, lines: [] };
  let read = 0;
  let isHead = true;
  try {
    for await (const { record, info } of parsed) {
      if (isHead) file.head = record.map((name) => name.trim().toLowerCase());
      else if (file.lines.length < LIMITS.listRows) file.lines.push({ line: read + 1, cells: record });
      else file.isTooLong = true;
      isHead = false;
      read = info.lines;
    }
  } catch (error) {
    asUnreadable(error);
    file.unreadableAt = read + 1;
  }
  return file;
}

/** Goes on with an error that means "this is no such file", and throws every other. */
function asUnreadable(error: unknown): undefined {
  const isEncoding =
    error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  if (!isEncoding && !(error instanceof CsvError)) throw error;
}

async function* decoded(bytes: Readable): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let size = 0;
  let bad: unknown;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMITS.listFileBytes || bad) continue;
    const text = attempt(() => decoder.decode(chunk, { stream: true }));
    if ('error' in text) bad = text.error;
    else yield text.value;
  }
  if (size > LIMITS.listFileBytes) throw new AppError('too_large', { max_bytes: LIMITS.listFileBytes });
  if (bad) throw bad;
  yield decoder.decode();
}

function attempt<T>(run: () => T): { value: T } | { error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

function delimiterOf(start: string): string {
  const head = start.split(/[\r\n]/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
