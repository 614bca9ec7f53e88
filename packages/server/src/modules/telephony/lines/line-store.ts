import type { Query } from '#platform/db';
import '../tables.ts';
import type { DiallingRights } from './dialling-rights.ts';

type Line = {
  user_id: number;
  gateway_id: number;
  extension: string;
  expires_at: Date;
  reach: DiallingRights;
};

export const findLineUser = (q: Query, id: number) =>
  q
    .selectFrom('users')
    .select(['extension', 'fullname'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();

export const listExtensions = (q: Query) =>
  q.selectFrom('users').select(['id', 'extension']).where('extension', '<>', '').execute();

/** Stores a phone; the one of another user with the same extension is deleted. */
export async function upsertLine(q: Query, line: Line): Promise<void> {
  await q
    .deleteFrom('phone_lines')
    .where('gateway_id', '=', line.gateway_id)
    .where('extension', '=', line.extension)
    .where('user_id', '<>', line.user_id)
    .execute();
  const { user_id: _, ...fields } = line;
  await q
    .insertInto('phone_lines')
    .values(line)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fields))
    .execute();
}

/** Phones that have not expired and whose user still has that extension. */
const validLines = (q: Query, now: Date) =>
  q
    .selectFrom('phone_lines as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .innerJoin('phone_gateways as g', 'g.id', 'l.gateway_id')
    .innerJoin('channel_accounts as a', 'a.id', 'l.gateway_id')
    .where('l.expires_at', '>', now.toISOString())
    .where('u.is_active', '=', true)
    .whereRef('u.extension', '=', 'l.extension')
    .where('g.ws_url', '<>', '')
    .where('a.is_active', '=', true);

export const findValidLine = (q: Query, userId: number, now: Date) =>
  validLines(q, now)
    .select(['l.extension', 'g.ws_url', 'l.expires_at'])
    .where('l.user_id', '=', userId)
    .executeTakeFirst();

/** The valid phones, with the role of their users. */
export const listValidLines = (q: Query, now: Date) =>
  validLines(q, now)
    .select(['l.user_id', 'l.gateway_id', 'l.extension', 'l.expires_at', 'l.reach', 'u.user_level_id'])
    .orderBy('l.gateway_id')
    .execute();

/** Returns browser phones that are no longer valid. */
export const listInvalidLines = (q: Query, now: Date) =>
  q
    .selectFrom('phone_lines')
    .select(['user_id', 'gateway_id', 'extension', 'expires_at', 'reach'])
    .where('user_id', 'not in', validLines(q, now).select('l.user_id'))
    .orderBy('gateway_id')
    .execute();

export type StoredLine = Omit<Line, 'expires_at'> & { expires_at: string };

/** Locks the phone; false if it has changed since. Creating it anew waits for this transaction. */
export async function lockLine(q: Query, line: StoredLine): Promise<boolean> {
  const row = await q
    .selectFrom('phone_lines')
    .select('user_id')
    .where('user_id', '=', line.user_id)
    .where('gateway_id', '=', line.gateway_id)
    .where('extension', '=', line.extension)
    .where('expires_at', '=', line.expires_at)
    .where('reach', '=', line.reach)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteLine(
  q: Query,
  { user_id, gateway_id, extension }: Pick<Line, 'user_id' | 'gateway_id' | 'extension'>,
): Promise<void> {
  await q
    .deleteFrom('phone_lines')
    .where('user_id', '=', user_id)
    .where('gateway_id', '=', gateway_id)
    .where('extension', '=', extension)
    .execute();
}
