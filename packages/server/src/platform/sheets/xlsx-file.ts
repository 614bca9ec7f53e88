import { once } from 'node:events';
import { PassThrough, pipeline, Readable } from 'node:stream';
import yazl from 'yazl';
import { type OffsetSpan, offsetSpansOf } from '#platform/calendar/offsets';

/** The format of a column. Moments are written in local time of the sheet's zone. */
export type SheetKind = 'text' | 'count' | 'score' | 'seconds' | 'share' | 'time' | 'day' | 'yes';
export type SheetColumn = { name: string; kind: SheetKind };
export type SheetValue = string | number | boolean | null;

/** Max. rows of a sheet, including the head; a file may have several sheets. */
const ROWS_MAX = 1_048_576;
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30);
const CHUNK = 64 * 1024;

/** Indexes of styles in `styles.xml`. */
const STYLE: Partial<Record<SheetKind | 'head', number>> = { head: 1, time: 2, seconds: 3, share: 4, day: 5 };

/**
 * A workbook that is written while it is sent, row by row: text, numbers, durations and moments keep their types. `zone` is the
 * workspace's. Rows beyond the limit go into another sheet.
 */
export function xlsxFile(
  columns: readonly SheetColumn[],
  lines: AsyncIterable<readonly SheetValue[]>,
  zone: string,
): Readable {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error as Error);
  pipeline(zip.outputStream, output, () => undefined);
  zip.on('error', fail);
  fill(zip, columns, { lines, zone }).catch(fail);
  return output;
}

type Content = { lines: AsyncIterable<readonly SheetValue[]>; zone: string };

async function fill(
  zip: yazl.ZipFile,
  columns: readonly SheetColumn[],
  { lines, zone }: Content,
): Promise<void> {
  const rows = lines[Symbol.asyncIterator]();
  const wall = wallClock(zone);
  let sheets = 0;
  let isMore = true;
  async function* sheet(): AsyncGenerator<string> {
    yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`;
    let text = `<row>${columns.map(({ name }) => textCell(name, STYLE.head)).join('')}</row>`;
    for (let row = 1; row < ROWS_MAX; row += 1) {
      const next = await rows.next();
      if (next.done) {
        isMore = false;
        break;
      }
      const line = next.value;
      text += `<row>${columns.map(({ kind }, index) => cell(kind, line[index] ?? null, wall)).join('')}</row>`;
      if (text.length > CHUNK) {
        yield text;
        text = '';
      }
    }
    yield `${text}</sheetData></worksheet>`;
  }
  while (isMore) {
    sheets += 1;
    const content = Readable.from(sheet(), { objectMode: false });
    const ended = once(content, 'end');
    zip.addReadStream(content, `xl/worksheets/sheet${sheets}.xml`);
    await ended;
  }
  for (const [name, text] of Object.entries(frame(sheets))) zip.addBuffer(Buffer.from(XML + text), name);
  zip.end();
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OF_SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook besides its sheets: ECMA-376, part 1. */
function frame(sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}" ContentType="${OF_SHEETS}.${type}+xml"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${numbers.map((n) => part(`worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbers.map((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="[h]:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

function cell(kind: SheetKind, value: SheetValue, wall: (at: number) => number): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  const style = STYLE[kind];
  if (kind === 'time' || kind === 'day') {
    const ms = Date.parse(String(value));
    if (Number.isNaN(ms)) return textCell(String(value));
    return numberCell(((kind === 'day' ? ms : wall(ms)) - EPOCH) / DAY_MS, style);
  }
  if (typeof value === 'string') return textCell(value);
  return numberCell(kind === 'seconds' ? (value * 1000) / DAY_MS : value, style);
}

const styled = (style: number | undefined): string => (style === undefined ? '' : ` s="${style}"`);
const numberCell = (value: number, style?: number): string => `<c${styled(style)}><v>${value}</v></c>`;
/** An inline string is never run as a formula, so it needs no guard. */
const textCell = (text: string, style?: number): string =>
  `<c t="inlineStr"${styled(style)}><is><t xml:space="preserve">${escape(text.slice(0, 32_767))}</t></is></c>`;

/** Characters that XML 1.0 does not allow: controls, and single surrogates. */
const NO_TEXT =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const escape = (text: string): string =>
  text.replace(NO_TEXT, '').replaceAll(/[&<>\r]/g, (sign) => ESCAPED[sign] ?? sign);

/** Converts a moment to local time in a zone, as if that were UTC. */
function wallClock(zone: string): (at: number) => number {
  let known: OffsetSpan | undefined;
  return (at) => {
    if (!known || at < known.from || at >= known.to)
      known = [...offsetSpansOf(zone, at - DAY_MS, at + DAY_MS)].find((one) => at >= one.from && at < one.to);
    return at + (known?.offset ?? 0);
  };
}
