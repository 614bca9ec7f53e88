import type { Escort, EscortMode, EscortOutcome, EscortState } from '@trunkline/contract';
import type { Query } from '#platform/db';
import '../tables.ts';

export type EscortRow = Escort & { name: string };
type By = { id: number } | { name: string } | { user_id: number; client_key: string };

const columns = ['id', 'call_id', 'user_id', 'mode', 'state', 'outcome', 'began_at', 'name'] as const;

export function findEscort(q: Query, by: By): Promise<EscortRow | undefined> {
  const all = q.selectFrom('phone_escorts').select(columns);
  if ('id' in by) return all.where('id', '=', by.id).executeTakeFirst();
  if ('name' in by) return all.where('name', '=', by.name).executeTakeFirst();
  const { user_id: userId, client_key: key } = by;
  return all.where('user_id', '=', userId).where('client_key', '=', key).executeTakeFirst();
}

/** Locks it, so that reports by the two ways of the gateway are applied one after the other. */
export const lockEscort = (
  q: Query,
  by: { id: number } | { name: string },
): Promise<EscortRow | undefined> => {
  const all = q.selectFrom('phone_escorts').select(columns).forUpdate();
  return ('id' in by ? all.where('id', '=', by.id) : all.where('name', '=', by.name)).executeTakeFirst();
};

/** The escort of this user that has not ended. */
export const findOpenEscort = (q: Query, userId: number): Promise<EscortRow | undefined> =>
  q
    .selectFrom('phone_escorts')
    .select(columns)
    .where('user_id', '=', userId)
    .where('state', '<>', 'ended')
    .executeTakeFirst();

/** All escorts that have not ended. */
export const listOpenEscorts = (q: Query): Promise<EscortRow[]> =>
  q.selectFrom('phone_escorts').select(columns).where('state', '<>', 'ended').orderBy('id').execute();

type Fresh = Pick<EscortRow, 'call_id' | 'user_id' | 'mode' | 'name'> & { client_key: string };

export const insertEscort = (q: Query, escort: Fresh, now: Date): Promise<EscortRow> =>
  q
    .insertInto('phone_escorts')
    .values({ ...escort, state: 'ringing_you', outcome: null, began_at: now, ended_at: null })
    .returning(columns)
    .executeTakeFirstOrThrow();

type Change =
  | { mode: EscortMode }
  | { state: EscortState; outcome: EscortOutcome | null; ended_at: Date | null };

export const updateEscort = (q: Query, id: number, change: Change): Promise<EscortRow> =>
  q
    .updateTable('phone_escorts')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** A telephone call that has not ended, with its known legs and its department. */
export const findOpenCall = (q: Query, id: number) =>
  q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .innerJoin('report_channel_accounts as a', 'a.id', 'p.gateway_id')
    .leftJoin('tickets as t', 't.id', 'c.ticket_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.state', 'c.user_id', 'p.gateway_id', 'p.linked', 'p.told', 'u.fullname'])
    .select(({ fn }) => fn.coalesce('t.department_id', 'a.department_id').as('department_id'))
    .where('c.id', '=', id)
    .where('c.state', '<>', 'ended')
    .executeTakeFirst();

export const toEscort = ({ id, call_id, user_id, mode, state, outcome, began_at }: EscortRow): Escort => ({
  id,
  call_id,
  user_id,
  mode,
  state,
  outcome,
  began_at,
});
