import type { MailParser } from 'mailparser';

type Line = { key: string; line: string };
type Inner = { processHeaders(lines: Line[] | false): unknown };

const PART_LINE_MAX = 4 * 1024;
/** Max. number of headers that are kept of a part; only those about its content are. */
const PART_LINES = 20;

/**
 * Cuts the headers of parts before the parser reads them: it takes quadratic time for addresses, and reads the headers of every
 * part, although only the type of the file matters there.
 */
export function boundHeaders(parser: MailParser): void {
  const inner = parser as unknown as Inner;
  const read = inner.processHeaders.bind(parser);
  let isPart = false;
  inner.processHeaders = (lines) => {
    const all = lines || [];
    if (isPart)
      return read(
        all
          .filter(({ key }) => key.startsWith('content-'))
          .slice(0, PART_LINES)
          .map(cut),
      );
    isPart = true;
    return read(all);
  };
}

const cut = ({ key, line }: Line): Line => ({ key, line: line.slice(0, PART_LINE_MAX) });
