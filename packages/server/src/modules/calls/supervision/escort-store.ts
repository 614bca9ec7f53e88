import type { Escort, EscortMode, EscortOutcome, EscortState } from '@trunkline/contract';
import type { Query } from '#platform/db';
import { found } from '#platform/errors';
import { findJoinedBy } from '../lifecycle/call-store.ts';
import '../tables.ts';

/** `name`: what the telephone gateway calls it; null in rooms. `session_id`: the session in which it was begun, in rooms. */
export type EscortRow = Escort & { name: string | null; session_id: number | null };

type ByKey = { user_id: number; client_key: string };
type New = Pick<EscortRow, 'call_id' | 'user_id' | 'mode' | 'state' | 'name' | 'session_id'> & {
  client_key: string;
};
type Change =
  | { mode: EscortMode }
  | { state: EscortState; outcome: EscortOutcome | null; ended_at: Date | null };

/** What is kept of supervisors who attend a call, whatever carries it. */
export type EscortRecords = {
  find(q: Query, by: { id: number } | ByKey): Promise<EscortRow | undefined>;
  /** One of one's own. @throws AppError `not_found` */
  findOwn(q: Query, userId: number, id: number): Promise<EscortRow>;
  /** Locks it, so that what is reported of it in several ways is applied one after the other. */
  lock(q: Query, by: { id: number } | { name: string }): Promise<EscortRow | undefined>;
  /** The one of this user that has not ended. */
  findOpen(q: Query, userId: number): Promise<EscortRow | undefined>;
  /** Locks the supervisor, so that of two requests at once one makes an escort. */
  lockSupervisor(q: Query, userId: number): Promise<void>;
  /** Whether this user talks in a room as an agent. */
  isTalking(q: Query, userId: number): Promise<boolean>;
  /** All that have not ended, of one call where one is named. */
  listOpen(q: Query, callId?: number): Promise<EscortRow[]>;
  insert(q: Query, escort: New, now: Date): Promise<EscortRow>;
  update(q: Query, id: number, change: Change): Promise<EscortRow>;
  /** Converts a row to the escort of the contract. */
  toEscort(row: EscortRow): Escort;
};

const columns = [
  'id',
  'call_id',
  'user_id',
  'mode',
  'state',
  'outcome',
  'began_at',
  'name',
  'session_id',
] as const;

export const escortRecords: EscortRecords = {
  find(q, by) {
    const all = q.selectFrom('call_escorts').select(columns);
    if ('id' in by) return all.where('id', '=', by.id).executeTakeFirst();
    const { user_id: userId, client_key: key } = by;
    return all.where('user_id', '=', userId).where('client_key', '=', key).executeTakeFirst();
  },

  async findOwn(q, userId, id) {
    const all = q.selectFrom('call_escorts').select(columns);
    return found(await all.where('id', '=', id).where('user_id', '=', userId).executeTakeFirst());
  },

  lock(q, by) {
    const all = q.selectFrom('call_escorts').select(columns).forUpdate();
    return ('id' in by ? all.where('id', '=', by.id) : all.where('name', '=', by.name)).executeTakeFirst();
  },

  findOpen: (q, userId) =>
    q
      .selectFrom('call_escorts')
      .select(columns)
      .where('user_id', '=', userId)
      .where('state', '<>', 'ended')
      .executeTakeFirst(),

  async lockSupervisor(q, userId) {
    await q.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  },

  isTalking: async (q, userId) => (await findJoinedBy(q, userId)) !== undefined,

  listOpen: (q, callId) =>
    q
      .selectFrom('call_escorts')
      .select(columns)
      .where('state', '<>', 'ended')
      .$if(callId !== undefined, (query) => query.where('call_id', '=', callId ?? 0))
      .orderBy('id')
      .execute(),

  insert: (q, escort, now) =>
    q
      .insertInto('call_escorts')
      .values({ ...escort, outcome: null, began_at: now, ended_at: null })
      .returning(columns)
      .executeTakeFirstOrThrow(),

  update: (q, id, change) =>
    q
      .updateTable('call_escorts')
      .set(change)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),

  toEscort: ({ id, call_id, user_id, mode, state, outcome, began_at }) => ({
    id,
    call_id,
    user_id,
    mode,
    state,
    outcome,
    began_at,
  }),
};
