import { type BodyOf, type splitTicket, type Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, type ChangeService } from '../change-service.ts';
import { mergedTicketsOf } from '../merged-tickets.ts';
import type { NewTicketFields } from '../new-ticket-fields.ts';
import * as store from '../store.ts';
import { appendEvent } from '../timeline/time-line.ts';
import { enqueueUnsentCheck } from '../timeline/unsent.ts';
import { copyFollowers } from './following.ts';
import { emitRelationsChanged, type MergeHooks } from './hooks.ts';
import { isSolvedOrClosed } from './merged-columns.ts';
import * as links from './link-store.ts';
import * as merges from './merge-store.ts';
import { recomputeTraces } from './recompute-traces.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  changes: ChangeService;
  hooks: MergeHooks;
  open: (tx: Tx, opening: NewTicketFields, by: { viewer: Viewer; clientKey: string }) => Promise<Ticket>;
};

/** Splits tickets: moves messages to a new ticket. */
export function createSplitService({ db, clock, changes, hooks, open }: Deps) {
  const openingOf = (from: Ticket, subject: string): NewTicketFields => ({
    subject,
    customer_id: from.customer_id,
    department_id: from.department_id,
    media_id: from.media_id,
    priority_id: from.priority_id,
    type_id: from.type_id,
    category_id: from.category_id,
    subcategory_id: from.subcategory_id,
    caller_type_id: from.caller_type_id,
    assignee_id: from.assignee_id,
    tags: from.tags,
  });

  /** Updates the message preview and waiting time of a ticket. */
  async function snapshotOf(tx: Tx, ticket: Ticket): Promise<Ticket> {
    const traces = await merges.readTraces(tx.q, await mergedTicketsOf(tx.q, ticket.id));
    const isOpen = !isSolvedOrClosed(ticket.status);
    const seen = { ...traces, waiting_since: isOpen ? traces.waiting_since : null, due: {} };
    return recomputeTraces(tx, ticket, { ...seen, unread: isOpen ? traces.unread : 0, now: clock.now() });
  }

  async function split(
    tx: Tx,
    viewer: Viewer,
    from: Ticket,
    { client_key: clientKey, subject, message_ids: ids, from_message_id: first }: BodyOf<typeof splitTicket>,
  ): Promise<Ticket> {
    const now = clock.now();
    const author = byUser(viewer);
    const mergedTickets = await mergedTicketsOf(tx.q, from.id);
    const into = await open(tx, openingOf(from, subject), { viewer, clientKey });
    const which = ids ? { ids } : { from: first ?? 0 };
    const messageIds = await merges.moveMessages(tx.q, { from: mergedTickets, into: into.id }, which);
    if (messageIds.length === 0 || (ids && messageIds.length < new Set(ids).size))
      throw new AppError('invalid_reference', [
        { path: 'message_ids', message: 'Unknown message of this ticket' },
      ]);
    await store.setMessagesSince(tx.q, into.id, mergedTickets.since);
    const conversations = await merges.listConversations(tx.q, into.id, mergedTickets.since);
    for (const moved of await hooks.split(tx, { from, into, conversations }))
      await merges.moveToConversation(tx.q, { ticketId: into.id, since: mergedTickets.since, ...moved });
    await hooks.moved(tx, { messageIds, from: mergedTickets.ids, into: into.id });
    await links.put(tx.q, { ticketId: from.id, otherId: into.id, kind: 'related', userId: viewer.id, now });
    await copyFollowers(tx, from.id, into.id, now);
    const messages = messageIds.length;
    const there = { type: 'split', ticket_id: into.id, number: into.number, messages } as const;
    const back = { type: 'split_from', ticket_id: from.id, number: from.number } as const;
    await appendEvent(tx, from.id, { event: there, author }, now);
    await appendEvent(tx, into.id, { event: back, author }, now);
    await snapshotOf(tx, from);
    const done = await snapshotOf(tx, found(await store.findTicket(tx.q, into.id)));
    changes.announceCounts(tx);
    for (const apart of [from.id, into.id]) await enqueueUnsentCheck(tx, apart);
    emitRelationsChanged(tx, [from.id, into.id], { timeline: true });
    return done;
  }

  return {
    /** A repeated key returns the same ticket. */
    split: (viewer: Viewer, id: number, body: BodyOf<typeof splitTicket>): Promise<Ticket> =>
      db.transaction(async (tx) => {
        const from = await changes.lockVisible(tx, viewer, id);
        const before = await store.findByClientKey(tx.q, viewer, body.client_key);
        return before ?? split(tx, viewer, from, body);
      }),
  };
}
