import { Readable } from 'node:stream';
import type { ListRow } from '@trunkline/contract';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvCellsOf, csvColumnsOf } from './csv-cells.ts';
import { readCsv, type CsvFile } from '#platform/csv/csv-file';
import { guardFormula, unguardFormula } from '#platform/csv/formulas';
import { STORED_LISTS } from '../definitions.ts';
import { planImport } from './import-plan.ts';

const list = STORED_LISTS.templates;
const departments = new Map([
  [1, 'Care'],
  [2, '=Billing'],
]);
const names = {
  department_id: {
    byId: departments,
    byName: new Map([...departments].map(([id, name]) => [name.toLowerCase(), id])),
  },
};

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
/** Values that the list's own schemas accept. */
const row = fc
  .record({
    name: word,
    shortcut: fc.stringMatching(/^[\w-]{1,30}$/),
    language: fc.constantFrom('en', 'id'),
    media_id: fc.constantFrom(null, 2, 6, 13),
    department_id: fc.constantFrom(null, 1, 2),
    body: fc.oneof(
      word,
      fc.constantFrom('=1+1', "'=1", '-', '@x\r\ny', '"quoted", with; all\tof it', ' padded '),
    ),
    is_active: fc.boolean(),
  })
  .map(({ is_active, ...values }) => ({ values: list.input.safeParse(values), is_active }))
  .filter(({ values }) => values.success)
  .map(({ values, is_active }) => ({ values: values.data ?? {}, is_active }));

it('what is written into a file is read out of it again, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (contents) => {
      const rows = contents.map((content, index): ListRow => ({
        ...content,
        id: index + 1,
        version: 1,
        position: 1,
        is_used: false,
      }));
      const cells = [csvColumnsOf(list), ...rows.map((one) => csvCellsOf(list, one, names))];
      const text = stringify(cells, { bom: true, record_delimiter: 'windows' });
      const file = await readCsv(Readable.from([Buffer.from(text)]));
      const known = { ids: new Set(rows.map(({ id }) => id)), byKey: new Map<string, number>(), names };
      const { wanted, problems } = await planImport(list, file, known);
      // Duplicate names are a problem of the values, not of the file.
      fc.pre(problems.every(({ problem }) => problem !== 'twice'));
      expect(problems).toEqual([]);
      expect(wanted.map(({ id, values, is_active }) => ({ id, values, is_active }))).toEqual(
        rows.map(({ id, values, is_active }) => ({ id, values, is_active })),
      );
    }),
  );
});

it('no cell is a formula to a spreadsheet, and every text comes back', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.stringMatching(/^'{0,3}[=+@\t\r-].{0,5}$/),
        fc.stringMatching(/^[,;'"=\n a-]{0,8}$/),
      ),
      (text) => {
        expect(guardFormula(text)).not.toMatch(/^[=+\-@\t\r]/);
        expect(unguardFormula(guardFormula(text))).toBe(text);
      },
    ),
  );
});

it('a character that falls between two pieces of the upload is one', async () => {
  const bytes = Buffer.from('name\nKöpi ☕\n');
  const file = await readCsv(Readable.from([...bytes].map((byte) => Buffer.from([byte]))));
  expect(file.lines).toEqual([{ line: 2, cells: ['Köpi ☕'] }]);
});

it.each(['=1', '+1', '-1', '@a', '\t1', '\r1', '\n1', '＝1', '＋1', '－1', '＠a', "'=1"])(
  'no spreadsheet calculates %j, and it is read as it was',
  (text) => {
    expect(guardFormula(text)).toBe(`'${text}`);
    expect(unguardFormula(guardFormula(text))).toBe(text);
  },
);

it.each(['a,=1+1', 'a,"+1"', ",'@b", 'a,-1+cmd', '=a,=b'])(
  'what stands behind a comma in %j is calculated by no spreadsheet that parts cells by commas',
  (text) => {
    expect(guardFormula(text)).not.toMatch(/(^|,)"*[=+\-@]/);
    expect(unguardFormula(guardFormula(text))).toBe(text);
  },
);

it.each(['Rp 5.000,- per box', 'Rp 5.000,-', '1, +2', 'well,--'])('%j is shown as it is', (text) => {
  expect(guardFormula(text)).toBe(text);
});

it('gives what stands before a quote that never ends', async () => {
  const file = await readCsv(Readable.from([Buffer.from('name\nOne\nTwo\n"Three\nFour\n')]));
  expect(file).toMatchObject({ unreadableAt: 4, lines: [{ cells: ['One'] }, { cells: ['Two'] }] });
});

it('says in which line a NUL stands', async () => {
  const file = await readCsv(Readable.from([Buffer.from('name\nOne\nTw\0o\nThree\n')]));
  expect(file).toMatchObject({ unreadableAt: 3, lines: [{ line: 2, cells: ['One'] }] });
});

it.each([
  ...['a;=1+1', 'a;"=1"', ";'=1", 'a;+62 811;-5', '=a;=b'],
  ...['a\n=1+1', 'a\r\n"-5"', "a\n'@b", 'a\t=cmd', '\n\n+1', '\t=1', '\r=1', '\n=1'],
])('what stands behind a separator in %j is calculated by no spreadsheet that parts cells by it', (text) => {
  expect(guardFormula(text)).not.toMatch(/(^|[;\t\r\n])"*[=+\-@]/);
  expect(unguardFormula(guardFormula(text))).toBe(text);
});

it.each([
  ['sep=;\r\n', ';'],
  ['\ufeffsep=;\n', ';'],
  ['"sep=;"\r\n', ';'],
  ['sep=,\r', ','],
  ['SEP=;;\r\n', ';'],
])('the line that Excel puts above the head is no line of the list: %j', async (above, between) => {
  const rows = [
    ['Name', 'E-mail or phone'],
    ['Rina', '0812'],
  ];
  const text = above + rows.map((cells) => cells.join(between)).join('\r\n');
  const { head, lines } = await readCsv(Readable.from([Buffer.from(text)]));
  expect(head).toEqual(['name', 'e-mail or phone']);
  expect(lines).toMatchObject([{ line: 3, cells: ['Rina', '0812'] }]);
});

it('a column may be called so all the same', async () => {
  const { head } = await readCsv(Readable.from([Buffer.from('sep=;name\r\n1;Rina')]));
  expect(head).toEqual(['sep=', 'name']);
});

/** How often others had their turn during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}
const many = (count: number) => `name\n${Array.from({ length: count }, (_, n) => `Number ${n}`).join('\n')}`;

it('other requests have their turn while a file is read and checked', { tags: 'full' }, async () => {
  const bytes = Buffer.from(many(9000));
  let file: CsvFile = { head: [], lines: [], isTooLong: false, unreadableAt: null };
  const reading = async () => (file = await readCsv(Readable.from([bytes])));
  expect(await turnsDuring(reading)).toBeGreaterThan(6);
  const known = { ids: new Set<number>(), byKey: new Map<string, number>(), names };
  expect(await turnsDuring(() => planImport(list, file, known))).toBeGreaterThan(40);
});

it('what is above the limit of lines is not even parsed', { tags: 'full' }, async () => {
  const file = await readCsv(Readable.from([Buffer.from(`${many(50_000)}\n"never closed`)]));
  expect(file).toMatchObject({ isTooLong: true, unreadableAt: null, lines: { length: 10_000 } });
});
