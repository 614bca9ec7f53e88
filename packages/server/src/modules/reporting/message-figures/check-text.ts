import type { MessageFiguresCheck } from './service.ts';

/** Max. number of differences that are printed. */
const SHOWN = 50;

/** The result of a check as sentences. */
export function messageFiguresCheckText({ compared, uncounted, differences }: MessageFiguresCheck): string {
  const open = uncounted > 0 ? ` ${uncounted} more have changed since, and their messages are read.` : '';
  if (differences.length === 0)
    return `What is kept of the messages of ${compared} tickets is what they say.${open}`;
  const tickets = new Set(differences.map(({ ticket_id: id }) => id)).size;
  const lines = differences
    .slice(0, SHOWN)
    .map(({ ticket_id: id, what }) => `  ticket with the id ${id}: ${what}`);
  const rest = differences.length > SHOWN ? `\n  and ${differences.length - SHOWN} more` : '';
  return `Of ${compared} tickets ${tickets} are not what their messages say:\n${lines.join('\n')}${rest}\nnpm run figures:check -- --rebuild counts them anew.${open}`;
}
