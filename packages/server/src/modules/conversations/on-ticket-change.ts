import type { Ticket } from '@trunkline/contract';
import type { Clock } from '#platform/clock';
import type { Query, Tx } from '#platform/db';
import type { Author, Tickets } from '#modules/tickets';
import type { OfferEnd } from './tables.ts';
import * as store from './store.ts';
import type { ConversationRow } from './store.ts';

type Change = { before: Ticket; after: Ticket; actor: Author };
type Deps = {
  /** Sends the automatic reply for solved tickets, before the conversation ends. */
  closed: (tx: Tx, ticket: Ticket, row: ConversationRow) => Promise<void>;
  clock: Clock;
  tickets: Pick<Tickets, 'timeline'>;
  emitConversation: (tx: Tx, row: ConversationRow) => void;
  offerEnded: OfferEnded;
  /** Calls do not follow their ticket: they are answered and ended by those in them. */
  isCall: (row: ConversationRow) => boolean;
  isAsynchronous: (row: ConversationRow) => boolean;
  wake: () => void;
};
export type OfferEnded = (tx: Tx, row: ConversationRow, userId: number, reason: OfferEnd) => Promise<void>;

/** Applies a change of a ticket to its conversations, in the same transaction. */
export function onTicketChange({
  clock,
  tickets,
  emitConversation,
  offerEnded,
  isCall,
  isAsynchronous,
  wake,
  closed,
}: Deps) {
  async function endAll(tx: Tx, open: readonly ConversationRow[], actor: Author): Promise<void> {
    for (const row of open) {
      await move(tx, row, {
        status: 'ended',
        offered_to: null,
        offer_expires_at: null,
        ended_at: clock.now(),
      });
      if (isAsynchronous(row)) continue;
      const by = actor.type === 'user' ? 'agent' : actor.type;
      await tickets.timeline.appendEvent(tx, row.ticket_id, {
        event: { type: 'chat_ended', by },
        author: actor,
      });
    }
  }

  async function move(
    tx: Tx,
    row: ConversationRow,
    change: Parameters<typeof store.updateIfUnchanged>[2],
  ): Promise<void> {
    const after = await updateLatest(tx.q, row, change);
    if (!after) return;
    if (row.offered_to !== null && after.offered_to === null) {
      await offerEnded(tx, after, row.offered_to, 'withdrawn');
    }
    emitConversation(tx, after);
  }

  return async (tx: Tx, { before, after, actor }: Change, only?: ReadonlySet<number>): Promise<void> => {
    const open = (await store.listOfTicket(tx.q, after.id)).filter(
      (row) => row.status !== 'ended' && !isCall(row) && (only?.has(row.id) ?? true),
    );
    if (open.length === 0) return;
    tx.afterCommit(wake);
    if (after.status === 'solved') for (const row of open) await closed(tx, after, row);
    if (after.status === 'solved' || after.status === 'closed') return endAll(tx, open, actor);
    for (const row of open) {
      const change = placement(row, before, after, clock.now());
      if (change) await move(tx, row, change);
    }
  };
}

/** Where an open conversation goes when its ticket changes hands or department. Pure. */
function placement(
  row: ConversationRow,
  before: Ticket,
  after: Ticket,
  now: Date,
): Parameters<typeof store.updateIfUnchanged>[2] | null {
  const department_id = after.department_id;
  const isMoved = after.department_id !== before.department_id;
  if (after.assignee_id !== null) {
    const isHeld = row.status === 'active' && row.agent_id === after.assignee_id && !isMoved;
    return isHeld
      ? null
      : {
          status: 'active',
          agent_id: after.assignee_id,
          department_id,
          offered_to: null,
          offer_expires_at: null,
          ...(row.status !== 'active' && { taken_at: now }),
        };
  }
  if (before.assignee_id === null && !isMoved) return null;
  // The previous assignee is offered the conversation last.
  const passed_over = before.assignee_id === null || isMoved ? [] : [before.assignee_id];
  return {
    status: 'waiting',
    agent_id: null,
    department_id,
    offered_to: null,
    offer_expires_at: null,
    offered_at: null,
    let_go_at: null,
    waiting_since: now,
    taken_at: null,
    taken_key: null,
    passed_over,
  };
}

/** The ticket is locked, but an offer may be made or end at the same moment: then it is applied again to the new row. */
async function updateLatest(
  q: Query,
  row: ConversationRow,
  change: Parameters<typeof store.updateIfUnchanged>[2],
) {
  const after = await store.updateIfUnchanged(q, row, change);
  if (after) return after;
  const latest = await store.findConversation(q, row.id);
  return latest && latest.status !== 'ended' ? store.updateIfUnchanged(q, latest, change) : undefined;
}
