import { Readable } from 'node:stream';
import { plannedShift, SHIFT_CSV_HEAD, SHIFTS_A_DAY_MAX, type ShiftFault } from '@trunkline/contract';
import { readCsv, type CsvLine } from '#platform/csv/csv-file';
import { breaksIn, shiftMinutes } from './shift-times.ts';
import type { NewShift } from './shift-store.ts';

export type ParsedShiftFile = {
  shifts: (NewShift & { line: number })[];
  faults: { line: number; fault: ShiftFault }[];
};

/** Parses the shifts of a file, with its invalid lines. Users whom the importing user does not see count as unknown. */
export async function readShiftFile(
  csv: string,
  usernames: ReadonlyMap<string, number>,
): Promise<ParsedShiftFile> {
  const { head, lines, isTooLong, unreadableAt } = await readCsv(Readable.from([Buffer.from(csv)]));
  if (unreadableAt !== null) return { shifts: [], faults: [{ line: unreadableAt, fault: 'unreadable' }] };
  if (isTooLong || SHIFT_CSV_HEAD.some((name) => name !== 'breaks' && !head.includes(name)))
    return { shifts: [], faults: [{ line: 1, fault: 'head' }] };
  const file: ParsedShiftFile = { shifts: [], faults: [] };
  for (const line of lines) {
    const read = readLine(head, line, usernames);
    if (typeof read === 'string') file.faults.push({ line: line.line, fault: read });
    else file.shifts.push({ ...read, line: line.line });
  }
  const perDay = new Map<string, number>();
  for (const { user_id: id, day, line } of file.shifts) {
    const count = (perDay.get(`${id} ${day}`) ?? 0) + 1;
    perDay.set(`${id} ${day}`, count);
    if (count > SHIFTS_A_DAY_MAX) file.faults.push({ line, fault: 'overlap' });
  }
  return file;
}

function readLine(
  head: readonly string[],
  { cells }: CsvLine,
  usernames: ReadonlyMap<string, number>,
): NewShift | ShiftFault {
  const cell = (name: (typeof SHIFT_CSV_HEAD)[number]): string => (cells[head.indexOf(name)] ?? '').trim();
  const userId = usernames.get(cell('username').toLowerCase());
  if (userId === undefined) return 'person';
  const day = cell('day');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return 'day';
  const [start, end] = [cell('start').padStart(5, '0'), cell('end').padStart(5, '0')];
  if (!plannedShift.safeParse({ start, end, breaks: [] }).success || start === end) return 'time';
  const breaks = breaksIn(cell('breaks'));
  const shift = breaks && plannedShift.safeParse({ start, end, breaks });
  const minutes = shift?.success ? shiftMinutes(shift.data) : undefined;
  return minutes ? { ...minutes, user_id: userId, day } : 'breaks';
}
