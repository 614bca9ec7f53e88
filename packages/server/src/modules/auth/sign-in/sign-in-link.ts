import { insertAudit } from '#platform/audit';
import type { Db } from '#platform/db';
import { StartError } from '#platform/process/start-error';
import { hashToken, randomToken } from '#platform/secrets';
import { findUser } from '../store.ts';
import { insertChallenge } from './challenge-store.ts';

const LIVES_MS = 10 * 60_000;

/**
 * Creates a token that signs this user in once, within ten minutes, for when the sign-in provider is down. Only from the
 * command line of the server; it is written to the audit log.
 */
export async function makeSignInLink(
  db: Pick<Db, 'transaction'>,
  username: string,
  now: Date,
): Promise<string> {
  const token = randomToken();
  await db.transaction(async (tx) => {
    const user = await findUser(tx.q, { username });
    if (!user) throw new StartError(`There is no user "${username}".`);
    if (!user.is_active) throw new StartError(`"${user.username}" is deactivated, and can't sign in.`);
    await insertChallenge(tx.q, {
      token_hash: hashToken(token),
      kind: 'link',
      user_id: user.id,
      data: {},
      created_at: now,
      expires_at: new Date(now.getTime() + LIVES_MS),
    });
    const [action, subject] = ['sign_in_link.created', `user ${user.id}`];
    await insertAudit(tx.q, { viewer: null, job: 'sign-in-link', action, subject });
  });
  return token;
}
