import pg from 'pg';
import { StartError } from '../process/start-error.ts';

const OLDEST = 150_000;
const PATIENCE_MS = 10_000;

/** Throws a StartError that says what to change if no suitable database answers at DATABASE_URL. */
export async function demandReachable(url: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new StartError(
      'DATABASE_URL is not an address: set it to the form postgres://user:password@host:5432/name.',
    );
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ n: string }>(`select current_setting('server_version_num') as n`);
    if (Number(rows[0]?.n) < OLDEST)
      throw new StartError(
        'The database is older than PostgreSQL 15: upgrade it, or leave DATABASE_URL out to use the built-in one.',
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database at ${new URL(url).host} cannot be used (${reasonOf(error)}): check DATABASE_URL and that the server runs.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'nothing answers there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'this host does not exist';
  if (code === '28P01' || code === '28000') return 'user or password refused';
  if (code === '3D000') return 'there is no such database';
  return message || code || 'no reason given';
}
