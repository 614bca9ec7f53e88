import type { Query } from '#platform/db';
import '../tables.ts';

/** `link`: created on the command line. */
export type ChallengeKind = 'second_factor' | 'provider' | 'link' | 'passkey' | 'passkey_new';
type Challenge = {
  token_hash: Buffer;
  kind: ChallengeKind;
  user_id: number | null;
  data: object;
  created_at: Date;
  expires_at: Date;
};

export async function insertChallenge(q: Query, { data, ...challenge }: Challenge): Promise<void> {
  await q
    .insertInto('sign_in_challenges')
    .values({ ...challenge, data: JSON.stringify(data) })
    .execute();
}

/** Finds a challenge that is valid, without using it up. */
export const findChallenge = (q: Query, kind: ChallengeKind, tokenHash: Buffer, now: Date) =>
  q
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();

/** Uses up a valid challenge: of two at the same time only one gets it. */
export const consumeChallenge = (q: Query, kind: ChallengeKind, tokenHash: Buffer, now: Date) =>
  q
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst();

export async function removeOldChallenges(q: Query, now: Date): Promise<void> {
  await q.deleteFrom('sign_in_challenges').where('expires_at', '<', now.toISOString()).execute();
}
