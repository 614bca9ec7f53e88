import type { UndoListener } from '#modules/tickets';
import type { Tx } from '#platform/db';
import type { ConversationRow } from './store.ts';
import * as store from './store.ts';
import type { OfferEnded } from './on-ticket-change.ts';

type Deps = {
  emitConversation: (tx: Tx, row: ConversationRow) => void;
  offerEnded: OfferEnded;
  isCall: (row: ConversationRow) => boolean;
  wake: () => void;
};

/** The fields of a conversation that a change of its ticket may touch; ringing is not among them. */
const plainOf = ({ id, status, agent_id, department_id, ...row }: ConversationRow) => ({
  id,
  status,
  agent_id,
  department_id,
  waiting_since: row.waiting_since,
  passed_over: row.passed_over,
  taken_at: row.taken_at,
  taken_key: row.taken_key,
  ended_at: row.ended_at,
});
type ConversationSnapshot = ReturnType<typeof plainOf>;

/** Restores conversations when a change of their ticket is undone, for example active with the same agent. */
export function onUndo({ emitConversation, offerEnded, isCall, wake }: Deps): UndoListener {
  /** Whether the customer began a newer conversation on the same account, which then stays the active one. */
  async function isReplaced(tx: Tx, row: ConversationRow): Promise<boolean> {
    const latest = await store.findLatest(tx.q, row.channel_account_id, { address: row.address });
    return latest !== undefined && latest.id !== row.id && latest.status !== 'ended';
  }

  async function putBack(tx: Tx, { id, status, ...before }: ConversationSnapshot): Promise<void> {
    const row = await store.lockConversation(tx.q, id);
    if (!row || (status !== 'ended' && (await isReplaced(tx, row)))) return;
    const after = await store.updateIfUnchanged(tx.q, row, {
      ...before,
      waiting_since: new Date(before.waiting_since),
      ended_at: before.ended_at === null ? null : new Date(before.ended_at),
      taken_at: before.taken_at === null ? null : new Date(before.taken_at),
      // A withdrawn offer is not restored: the conversation waits and is offered again.
      status: status === 'offered' ? 'waiting' : status,
      offered_to: null,
      offer_expires_at: null,
    });
    if (!after) return;
    if (row.offered_to !== null) await offerEnded(tx, after, row.offered_to, 'withdrawn');
    emitConversation(tx, after);
    tx.afterCommit(wake);
  }

  return {
    async readAttached(q, which) {
      const rows =
        'ids' in which ? await store.listByIds(q, which.ids) : await store.listOfTicket(q, which.ticketId);
      return rows.filter((row) => !isCall(row)).map(plainOf);
    },

    async restoreSnapshot(tx, _ticket, changes) {
      for (const { before } of changes) await putBack(tx, before as ConversationSnapshot);
    },
  };
}
