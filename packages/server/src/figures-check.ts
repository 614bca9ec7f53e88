import { pino } from 'pino';
import { systemClock } from '#platform/clock';
import { readConfig } from '#platform/config';
import { openDb } from '#platform/db';
import { OWN_FILES_UMASK } from '#platform/process/own-files';
import { StartError } from '#platform/process/start-error';
import {
  messageFiguresCheckText,
  createMessageFigures,
  createTicketDays,
  daysCheckText,
} from '#modules/reporting';
import { readTimeZone } from '#modules/settings';
import { openSource } from './backup/source.ts';

type Command = {
  root: string;
  env: Record<string, string | undefined>;
  say: (line: string) => void;
  /** Recomputes figures that differ or are missing. */
  rebuild?: boolean;
};

/**
 * `npm run figures:check`: compares stored figures with the tickets and messages they are computed from, whether the server runs
 * or not. Throws where they differ.
 */
export async function figuresCheck({ root, env, say, rebuild = false }: Command): Promise<void> {
  process.umask(OWN_FILES_UMASK);
  const database = await openSource(readConfig(env, root), say, 'to check');
  const db = openDb(database.url, pino({ level: 'silent' }), 1);
  const settings = { config: async () => ({ time_zone: await readTimeZone(db.q) }) };
  const days = createTicketDays({ db, clock: systemClock, settings });
  try {
    const result = await days.check({ rebuild });
    const messages = await createMessageFigures({ db }).check({ rebuild });
    if (rebuild) await days.sumDays();
    const differ = result.differences.length + messages.differences.length > 0;
    const words = `${daysCheckText(result)}\n${messageFiguresCheckText(messages)}`;
    if (differ && !rebuild) throw new StartError(words);
    say(words);
    if (rebuild) say('What differed or was missing is summed up anew.');
  } finally {
    await db.close();
    await database.close();
  }
}
