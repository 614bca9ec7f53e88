import { readPlainReport, type DeliveryReport } from './delivery-report.ts';
import type { Headers, MailKind } from './recognise.ts';

/** The failure that a bounce reports. Pure. */

type BouncedMail = { kind: MailKind; reports: readonly DeliveryReport[]; headers: Headers; body: string };

export type BounceReport = { said: string; named: ReadonlySet<string> };

/** The permanent failure that a bounce reports, and the recipients that it names; null if it reports none. */
export function failureIn({ kind, reports, headers, body }: BouncedMail): BounceReport | null {
  if (kind !== 'bounce') return null;
  const failed = reports.filter(({ action }) => action === 'failed');
  if (reports.length > 0 && failed.length === 0) return null;
  if (failed.length === 0) {
    const { said } = readPlainReport(body);
    return said ? { said, named: namesIn([...headers('x-failed-recipients'), body].join(' ')) } : null;
  }
  const named = new Set(failed.flatMap(({ recipient, original = '' }) => [recipient, original]));
  const said = failed
    .slice(0, 5)
    .map(({ recipient, status, said: words }) => `${recipient} ${words || status}`.trim())
    .join('; ');
  return { said, named };
}

const NAMES_TEXT_MAX = 64 * 1024;

/** Word by word, since looking for an address from every letter of a long word would take quadratic time. */
function namesIn(text: string): Set<string> {
  const words = text
    .slice(0, NAMES_TEXT_MAX)
    .toLowerCase()
    .split(/[\s,;:<>()"'[\]]/);
  return new Set(words.filter((word) => word.includes('@')).map((word) => word.replace(/\.$/, '')));
}
