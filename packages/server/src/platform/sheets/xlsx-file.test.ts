import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text as textOf, buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type SheetColumn, type SheetValue, xlsxFile } from './xlsx-file.ts';

const open = promisify<Buffer, ZipFile>((bytes, done) =>
  yauzl.fromBuffer(bytes, { lazyEntries: true, autoClose: false }, done),
);

/** The files of a workbook by name. */
async function partsOf(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await open(bytes);
  const entries: Entry[] = [];
  zip.on('entry', (entry: Entry) => {
    entries.push(entry);
    zip.readEntry();
  });
  const read = once(zip, 'end');
  zip.readEntry();
  await read;
  const openEntry = promisify<Entry, Readable>((entry, done) => zip.openReadStream(entry, done));
  const parts = entries.map(async (entry) => [entry.fileName, await textOf(await openEntry(entry))] as const);
  return Object.fromEntries(await Promise.all(parts));
}

// oxlint-disable-next-line require-await -- as lines of a report come
async function* linesOf(lines: SheetValue[][]) {
  yield* lines;
}

const sheet = async (columns: SheetColumn[], lines: SheetValue[][], zone = 'Asia/Jakarta') =>
  (await partsOf(await buffer(xlsxFile(columns, linesOf(lines), zone))))['xl/worksheets/sheet1.xml'] ?? '';

it('writes texts as they are, also those that look like formulas', async () => {
  const written = await sheet(
    [{ name: 'Subject & more', kind: 'text' }],
    [['=HYPERLINK("x","y")'], ['+62812345678'], ['Halo, "dunia"\nbaris 2 <b>'], ['Müller 東京\u0001']],
  );
  expect(written).toContain('<t xml:space="preserve">Subject &amp; more</t>');
  expect(written).toContain('<t xml:space="preserve">=HYPERLINK("x","y")</t>');
  expect(written).toContain('<t xml:space="preserve">+62812345678</t>');
  expect(written).toContain('<t xml:space="preserve">Halo, "dunia"\nbaris 2 &lt;b&gt;</t>');
  expect(written).toContain('<t xml:space="preserve">Müller 東京</t>');
  expect(written).not.toContain('<f>');
});

it('writes numbers, durations, moments and what is missing as what they are', async () => {
  const written = await sheet(
    [
      { name: 'n', kind: 'count' },
      { name: 's', kind: 'seconds' },
      { name: 'r', kind: 'share' },
      { name: 't', kind: 'time' },
      { name: 'd', kind: 'day' },
      { name: 'y', kind: 'yes' },
      { name: 'none', kind: 'seconds' },
    ],
    [[-12.5, 5400, 0.819, '2026-11-26T17:00:00.000Z', '2026-11-27', true, null]],
  );
  expect(written).toContain(
    '<row><c><v>-12.5</v></c><c s="3"><v>0.0625</v></c><c s="4"><v>0.819</v></c>' +
      // Midnight in Jakarta is a whole day number.
      '<c s="2"><v>46353</v></c><c s="5"><v>46353</v></c><c t="b"><v>1</v></c><c/></row>',
  );
});

it('writes each moment with the offset of its own day', async () => {
  const column: SheetColumn[] = [{ name: 't', kind: 'time' }];
  const written = await sheet(column, [['2026-10-24T10:00:00Z'], ['2026-10-26T11:00:00Z']], 'Europe/Berlin');
  expect(written).toContain('<v>46319.5</v>');
  expect(written).toContain('<v>46321.5</v>');
});

it('is a whole workbook without a line', async () => {
  const parts = await partsOf(await buffer(xlsxFile([{ name: 'a', kind: 'text' }], linesOf([]), 'UTC')));
  expect(Object.keys(parts).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
});

it('breaks off with the error of a line', async () => {
  // oxlint-disable-next-line require-await -- as lines of a report come
  async function* broken(): AsyncGenerator<SheetValue[]> {
    yield ['one'];
    throw new Error('no more');
  }
  await expect(buffer(xlsxFile([{ name: 'a', kind: 'text' }], broken(), 'UTC'))).rejects.toThrow('no more');
});
