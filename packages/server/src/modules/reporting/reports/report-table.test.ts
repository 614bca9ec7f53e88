import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Readable as Stream } from 'node:stream';
import { readNumber, type Language } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { csvFile, csvDialectOf, readCsv } from '#platform/csv/csv-file';
import { unguardFormula } from '#platform/csv/formulas';
import { csvLines, type ReportTable } from './report-table.ts';

const LINES = [
  ['+62812345678', -12.5, '=HYPERLINK("x";"y")', true],
  ['@all', 0.819, '-5 degrees', null],
  ['Müller 東京', 1234, 'Halo, "dunia"; apa\nbaris 2', false],
];

function file(language: Language | undefined): Readable {
  const table: ReportTable = {
    columns: ['name', 'figure', 'words', 'yes'].map((name) => ({ name, kind: 'text' })),
    lines: Stream.from(LINES),
  };
  const form = csvDialectOf({ language });
  return csvFile(csvLines(table, form), form);
}

it.each([
  ['en', '+62812345678,-12.5,'],
  ['id', '+62812345678;-12,5;'],
  [undefined, '+62812345678,-12.5,'],
] as const)('a file for a reader of %s reads back equal', async (language, beginning) => {
  expect(await text(file(language))).toContain(`\r\n'${beginning}`);
  const { head, lines, unreadableAt } = await readCsv(file(language));
  expect([head, unreadableAt]).toEqual([['name', 'figure', 'words', 'yes'], null]);
  expect(lines.map(({ hasDecimalComma = false }) => hasDecimalComma)).toEqual(
    LINES.map(() => language === 'id'),
  );
  const read = lines.map(({ cells: [name = '', figure = '', words = '', yes = ''] }) => [
    unguardFormula(name),
    readNumber(figure, language ?? 'en'),
    unguardFormula(words),
    yes === '' ? null : yes === 'true',
  ]);
  expect(read).toEqual(LINES);
});
