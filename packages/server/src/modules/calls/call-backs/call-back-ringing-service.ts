import type { Language, Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import type { CallBackChanges } from './call-back-changes.ts';
import type { CallBackLocks } from './call-back-locks.ts';
import { isTooLate, nextRingTime, POSTPONED_MS, RING_ATTEMPT_MS } from './call-back-state.ts';
import * as store from './call-back-store.ts';
import type { CallBackRow } from './call-back-store.ts';
import type { CallLifecycle } from '../lifecycle/call-lifecycle.ts';
import type { CarrierOf } from '../lifecycle/carrier.ts';
import type { CallRow } from '../lifecycle/call-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  calls: CallLifecycle;
  carrier: CarrierOf;
  settings: Settings;
  tickets: Tickets;
  conversations: Conversations;
  changes: CallBackChanges;
  locks: CallBackLocks;
};

const CALLING: Record<Language, { subject: string; text: (agent: string) => string }> = {
  en: {
    subject: 'We are calling you back',
    text: (agent) => `${agent} is calling you back. Open this link to talk:`,
  },
  id: {
    subject: 'Kami menelepon Anda kembali',
    text: (agent) => `${agent} menelepon Anda kembali. Buka tautan ini untuk berbicara:`,
  },
};

/** What happens to call-backs without a request: they become due, ring, are picked up, or are tried again. */
export type CallBackRinging = {
  /** Rings call-backs that are due, and stops those that have rung long enough. May be called at any time and twice. */
  ringDue(): Promise<void>;
  /** Has `look` run at that time by a job; a job every minute finds what a lost one would have found. */
  wakeAt(tx: Tx, id: number, at: Date): Promise<void>;
  /** An agent has picked up: tells the customer by chat and mail, where possible. Returns the link by which they join. */
  callCustomer(
    tx: Tx,
    row: CallBackRow,
    call: CallRow,
    viewer: Viewer,
  ): Promise<{ link: string; wasSent: boolean }>;
};

export function createCallBackRinging(deps: Deps): CallBackRinging {
  const { db, clock, jobs, log, calls, carrier, settings, tickets, conversations, changes } = deps;
  const { change, settle } = changes;
  const { lock, lockOfCall } = deps.locks;

  async function wakeAt(tx: Tx, id: number, at: Date): Promise<void> {
    await tx.enqueue('call-backs:look', {}, { runAt: at, key: `call-back:${id}` });
  }

  /** The call-back is due: puts it into the queue of calls for a free agent. */
  async function ring(tx: Tx, id: number): Promise<void> {
    const { ticket, row } = await lock(tx, id);
    const now = clock.now();
    // Another process may have rung or changed it before we had the lock.
    if (row.state !== 'waiting' || row.next_at === null || Date.parse(row.next_at) > now.getTime()) return;
    if (isTooLate(row.due_at, now)) return nobody(tx, row);
    if (row.visitor_id !== null) {
      const other = await calls.findOfVisitor(tx.q, row.visitor_id);
      if (other && other.state !== 'ended') return postpone(tx, row, new Date(now.getTime() + POSTPONED_MS));
    }
    const call = await openCall(tx, await reopened(tx, ticket), row);
    const attempt = row.attempts + 1;
    await change(
      tx,
      row,
      { state: 'ringing', attempts: attempt, call_id: call.id, rung_at: now, next_at: null },
      { event: { type: 'call_back_rung', call_back_id: id, attempt }, author: SYSTEM },
    );
    await wakeAt(tx, id, new Date(now.getTime() + RING_ATTEMPT_MS));
  }

  async function postpone(tx: Tx, row: CallBackRow, next: Date): Promise<void> {
    await change(tx, row, { next_at: next });
    await wakeAt(tx, row.id, next);
  }

  /** Reopens a ticket that was solved meanwhile: the call-back that was promised still takes place. */
  async function reopened(tx: Tx, ticket: Ticket): Promise<Ticket> {
    if (ticket.status !== 'solved' && ticket.status !== 'closed') return ticket;
    return tickets.change(tx, ticket, { status: 'open', solved_at: null }, SYSTEM);
  }

  async function openCall(tx: Tx, ticket: Ticket, row: CallBackRow): Promise<CallRow> {
    const room = calls.newRoomName();
    const conversation = await conversations.attach(tx, ticket, {
      accountId: row.channel_account_id,
      media_id: await calls.mediaOf(row.kind),
      address: room,
      agent_id: null,
    });
    return calls.open(tx, {
      kind: row.kind,
      direction: 'outbound',
      state: 'queue',
      room_name: room,
      conversation_id: conversation.id,
      ticket_id: ticket.id,
      customer_id: ticket.customer_id,
      user_id: null,
      visitor_id: row.visitor_id,
      client_key: `call-back-${row.id}-${row.attempts + 1}`,
    });
  }

  /**
   * Ends an attempt that nobody picked up, so that nobody is rung until the next one. If no agent was available at all it goes
   * on waiting, and the first who becomes available is rung.
   */
  async function rest(tx: Tx, id: number): Promise<void> {
    const { row, call } = await lock(tx, id);
    if (!call || row.state !== 'ringing' || row.rung_at === null) return;
    const conversation = await conversations.find(call.conversation_id);
    // It rings at an agent at this moment: let it ring.
    if (conversation?.status !== 'waiting') return;
    const now = clock.now();
    const hasRung = conversation.passed_over.length > 0;
    const isOver = hasRung
      ? now.getTime() >= Date.parse(row.rung_at) + RING_ATTEMPT_MS
      : isTooLate(row.due_at, now);
    if (isOver) await calls.end(tx, call, 'unanswered', SYSTEM);
  }

  async function nobody(tx: Tx, row: CallBackRow): Promise<void> {
    const now = clock.now();
    const next = nextRingTime({ dueAt: row.due_at, attempts: row.attempts }, now);
    const next_at = next?.toISOString() ?? null;
    await change(
      tx,
      row,
      {
        state: next ? 'waiting' : 'missed',
        reason: 'nobody',
        next_at: next,
        ended_at: next ? null : now,
      },
      {
        event: { type: 'call_back_missed', call_back_id: row.id, reason: 'nobody', next_at },
        author: SYSTEM,
      },
    );
    if (next) await wakeAt(tx, row.id, next);
  }

  /** An agent has picked up: tells the customer wherever they can be reached. */
  async function callCustomer(
    tx: Tx,
    row: CallBackRow,
    call: CallRow,
    viewer: Viewer,
  ): Promise<{ link: string; wasSent: boolean }> {
    await change(tx, row, {
      state: 'calling',
      call_id: call.id,
      user_id: viewer.id,
      attempts: row.state === 'ringing' ? row.attempts : row.attempts + 1,
      next_at: null,
      ended_at: null,
    });
    const ticket = found(await tickets.read(tx.q, row.ticket_id));
    const link = carrier().linkFor(call, ticket.customer_name);
    const { default_language: language } = await settings.config();
    const text = `${CALLING[language].text(viewer.fullname)}\n${carrier().shortLinkFor(call)}`;
    const written = await addressOn(tx, ticket, row);
    if (written) {
      const reply = { body: text, client_key: `call-back-${call.id}`, file_ids: [] };
      await conversations.replyIn(tx, viewer, row.ticket_id, reply);
      // A customer who has left the chat also gets what is written there by mail.
      if (written.status === 'ended') return { link, wasSent: true };
    }
    const isMailed = row.email !== '' && (await settings.mail.isConfigured());
    if (isMailed) {
      await tx.enqueue('mail:send', { to: row.email, subject: CALLING[language].subject, text });
    }
    return { link, wasSent: written !== undefined || isMailed };
  }

  /** The conversation to write to on this ticket: the customer's chat, unless their chat is on another ticket. */
  async function addressOn(tx: Tx, ticket: Ticket, row: CallBackRow) {
    const account = await settings.findAccount(tx.q, { id: row.channel_account_id });
    if (account && row.visitor_id !== null) {
      const sender = {
        account,
        address: String(row.visitor_id),
        customerId: ticket.customer_id,
        name: ticket.customer_name,
        isQuiet: true,
      };
      await conversations.leaveAddress(tx, sender, ticket);
    }
    return conversations.writtenOn(tx.q, row.ticket_id);
  }

  calls.follow({
    async onAnswered(tx, call, viewer) {
      if (call.direction === 'outbound') {
        const row = await lockOfCall(tx, call.id);
        if (row?.state === 'ringing') await callCustomer(tx, row, call, viewer);
      } else if (call.visitor_id !== null) {
        // Their call-back may be on another ticket, which must not be locked after this one: hence a job.
        await tx.enqueue('call-backs:called-again', { visitor_id: call.visitor_id });
      }
    },

    async onEnded(tx, call) {
      const row = await lockOfCall(tx, call.id);
      if (row?.state === 'ringing') return nobody(tx, row);
      if (row?.state !== 'calling') return;
      const people = await calls.people.list(tx.q, call.id);
      if (people.some(({ role }) => role === 'customer')) return settle(tx, row);
      const reason = call.end_reason === 'declined' ? 'declined' : 'not_reached';
      await change(
        tx,
        row,
        { state: 'missed', reason, ended_at: clock.now() },
        {
          event: { type: 'call_back_missed', call_back_id: row.id, reason, next_at: null },
          author: SYSTEM,
        },
      );
    },

    async onArrived(tx, call) {
      const row = await lockOfCall(tx, call.id);
      if (row) await settle(tx, row);
    },
  });

  /** The customer got through by calling again: their open call-back is no longer needed. */
  async function calledAgain({ visitor_id: visitorId }: { visitor_id: number }): Promise<void> {
    const open = await store.findOpen(db.q, visitorId);
    if (!open) return;
    await db.transaction(async (tx) => {
      const locked = await lock(tx, open.id);
      const { state } = locked.row;
      if (state === 'waiting' || state === 'ringing') await changes.cancel(tx, locked, SYSTEM);
    });
  }
  jobs.define('call-backs:called-again', calledAgain);

  async function ringDue(): Promise<void> {
    const now = clock.now();
    const due = await store.listDue(db.q, now);
    const ringing = await store.listRinging(db.q, new Date(now.getTime() - RING_ATTEMPT_MS));
    const rounds = [
      ...due.map(({ id }) => [ring, id] as const),
      ...ringing.map(({ id }) => [rest, id] as const),
    ];
    for (const [act, id] of rounds) {
      await db
        .transaction((tx) => act(tx, id))
        .catch((error: unknown) => log.error({ err: error, callBack: id }, 'a call-back could not go on'));
    }
  }
  jobs.define('call-backs:look', ringDue);
  jobs.schedule('call-backs:look', '* * * * *');

  return { ringDue, wakeAt, callCustomer };
}
