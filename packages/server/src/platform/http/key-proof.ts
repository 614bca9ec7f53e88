import { sql } from 'kysely';
import type { Platform } from '../platform.ts';
import { StartError } from '../process/start-error.ts';
import '../tables.ts';

declare module '../tables.ts' {
  interface Tables {
    key_proofs: { sealed: string };
  }
}

const PROOF = 'trunkline';

/**
 * Refuses to start with a key that is not this database's: stored secrets could not be decrypted, and new ones not with the
 * right key. The first start stores a proof of its key; so does a start with a key that decrypts any secret from before there
 * was a proof.
 */
export async function verifyEncryptionKey({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<void> {
  await db.transaction(async ({ q }) => {
    // If two processes start at the same time, the second sees what the first has written.
    await sql`lock table key_proofs in exclusive mode`.execute(q);
    const known = await q.selectFrom('key_proofs').select('sealed').execute();
    const opened = known.map(({ sealed }) => open(secrets, sealed));
    if (opened.includes(PROOF)) return;
    if (known.length > 0 && opened.every((text) => text === undefined)) throw new StartError(REFUSAL);
    await q.deleteFrom('key_proofs').execute();
    await q
      .insertInto('key_proofs')
      .values({ sealed: secrets.encrypt(PROOF) })
      .execute();
  });
}

const REFUSAL =
  'The secrets in this database were sealed with another key: use the secret.key from the data folder, or the TRUNKLINE_KEY, of the server that made them; docs/operating.md says what to do if it is lost.';

function open(secrets: Platform['secrets'], sealed: string): string | undefined {
  try {
    return secrets.decrypt(sealed);
  } catch {
    return undefined;
  }
}
