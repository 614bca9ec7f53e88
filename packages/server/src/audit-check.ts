import { pino } from 'pino';
import { readConfig } from '#platform/config';
import { openDb } from '#platform/db';
import { OWN_FILES_UMASK } from '#platform/process/own-files';
import { StartError } from '#platform/process/start-error';
import { checkAudit, auditCheckText } from '#modules/audit';
import { openSource } from './backup/source.ts';

type Command = { root: string; env: Record<string, string | undefined>; say: (line: string) => void };

/** `npm run audit:check`: checks the audit log, whether the server runs or not. Throws where it is broken. */
export async function auditCheck({ root, env, say }: Command): Promise<void> {
  process.umask(OWN_FILES_UMASK);
  const database = await openSource(readConfig(env, root), say, 'to check');
  const db = openDb(database.url, pino({ level: 'silent' }), 1);
  try {
    const result = await checkAudit(db);
    if (result.fault !== null) throw new StartError(auditCheckText(result));
    say(auditCheckText(result));
  } finally {
    await db.close();
    await database.close();
  }
}
