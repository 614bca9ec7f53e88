import {
  momentWords,
  durationWords,
  type AutoReplies,
  type AutoReplyValues,
  type Language,
  type Ticket,
} from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import * as conversations from '../store.ts';
import type { ConversationRow } from '../store.ts';
import type { Responder } from '../responders/responder.ts';
import type { ConversationThread } from '../threads-service.ts';
import { waitsForAgent } from '../waiting.ts';
import { greetingFor } from './rules.ts';
import type { SendAutoReply } from './send-auto-reply-service.ts';
import * as store from './store.ts';
import type { TimerKind } from './tables.ts';
import * as timers from './timer-store.ts';
import type { Timer } from './timer-store.ts';

type QueueWait = { position: number | null; expected_wait: number | null };
type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  settings: Pick<Settings, 'officeHours'>;
  agents: Pick<Agents, 'listPresent'>;
  tickets: Pick<Tickets, 'lock' | 'change' | 'timeline'>;
  say: SendAutoReply;
  /** Whether automatic replies can be sent on this channel. */
  speaks: (row: Pick<ConversationRow, 'media_id'>) => boolean;
  isChat: (row: Pick<ConversationRow, 'media_id'>) => boolean;
  waitOf: (row: ConversationRow) => Promise<QueueWait>;
};

/** Decides when automatic replies are sent: at once, in the transaction of the message, or after some time without activity. */
export type AutoReplying = {
  /** Sends the replies that are due; a job runs it every minute. */
  recoverPending(): Promise<void>;
  /** Replies to a customer's message at once: welcome, out of hours, holiday. */
  responder: Responder;
  /**
   * An agent replied: from now on the customer may be reminded, and all automatic replies may be sent again. Call with the
   * ticket locked.
   */
  answered(tx: Tx, ticketId: number, conversation: ConversationRow): Promise<void>;
  /** The ticket is solved, and this conversation is about to end. Call with the ticket locked. */
  closed(tx: Tx, ticket: Ticket, conversation: ConversationRow): Promise<void>;
};

const BATCH = 100;
const FAULT_REST_MS = 5 * 60_000;
/** How long sent replies are remembered: longer than a ticket usually rests. */
const KEPT_MS = 60 * 86_400_000;
const RECOVER_PENDING = 'conversations:auto-replies';

export function createAutoReplying(deps: Deps): AutoReplying {
  const { db, clock, jobs, log, settings, agents, tickets, say, speaks, isChat, waitOf } = deps;

  const hoursOf = (q: Query, departmentId: number) =>
    settings.officeHours.stateAt(q, departmentId, clock.now());

  async function isAttended(q: Query, { status, agent_id: agentId }: ConversationRow): Promise<boolean> {
    if (status !== 'active' || agentId === null) return false;
    return (await agents.listPresent(q)).some(({ id }) => id === agentId);
  }

  async function begin(tx: Tx, timer: { conversation_id: number; kind: TimerKind }, ms: number) {
    const due_at = new Date(clock.now().getTime() + ms);
    if (timer.kind !== 'busy') await timers.restartTimer(tx.q, { ...timer, due_at });
    else if (!(await timers.startTimer(tx.q, { ...timer, due_at }))) return;
    await tx.enqueue(RECOVER_PENDING, {}, { runAt: due_at, key: `auto-replies:${timer.conversation_id}` });
  }

  /** Sends at most one reply at once, and starts the timer of the reply for customers who wait long. */
  async function greet(
    tx: Tx,
    { ticket, conversation, isNew: isNewCase = false }: ConversationThread,
    { replies, key }: { replies: AutoReplies; key: string },
  ): Promise<void> {
    const goesByHours = ['out_of_hours', 'holiday', 'busy'] as const;
    const hours = goesByHours.some((each) => replies[each].is_on)
      ? await hoursOf(tx.q, conversation.department_id)
      : ALWAYS_OPEN;
    const { isOpen, isHoliday, opensAt, timeZone } = hours;
    const attended = !isOpen && (await isAttended(tx.q, conversation));
    const kind = greetingFor(replies, { isNewCase, isOpen, isHoliday, isAttended: attended });
    const valuesIn = (language: Language): AutoReplyValues =>
      opensAt ? { opens_at: momentWords(opensAt, timeZone, language) } : {};
    if (kind) await say(tx, { ticket, conversation, replies, kind, key: `auto:${kind}:${key}`, valuesIn });
    if (isOpen && replies.busy.is_on && waitsForAgent(conversation))
      await begin(tx, { conversation_id: conversation.id, kind: 'busy' }, replies.busy.after_seconds * 1000);
  }

  type DueReplies = ConversationThread & { replies: AutoReplies; timer: Timer };
  const keyOf = ({ kind, conversation_id: id, due_at: dueAt }: Timer) =>
    `auto:${kind}:${id}:${Date.parse(dueAt)}`;

  async function sayBusy(
    tx: Tx,
    { ticket, conversation, replies, timer }: DueReplies,
    wait: QueueWait,
  ): Promise<void> {
    if (!waitsForAgent(conversation) || !(await hoursOf(tx.q, conversation.department_id)).isOpen) return;
    const { position, expected_wait: seconds } = wait;
    const valuesIn = (language: Language): AutoReplyValues => ({
      ...(position !== null && { position: String(position) }),
      ...(seconds !== null && { expected_wait: durationWords(seconds, language) }),
    });
    await say(tx, { ticket, conversation, replies, kind: 'busy', key: keyOf(timer), valuesIn });
  }

  async function remind(tx: Tx, { ticket, conversation, replies, timer }: DueReplies): Promise<void> {
    const { is_on: isOn, close_after_minutes: minutes } = replies.idle;
    if (!isOn) return;
    const valuesIn = (language: Language): AutoReplyValues =>
      minutes === null ? {} : { closes_in: durationWords(minutes * 60, language) };
    const isSaid = await say(tx, {
      ticket,
      conversation,
      replies,
      valuesIn,
      kind: 'idle',
      key: keyOf(timer),
    });
    // The timer that closes the conversation starts only once the customer was warned.
    if (isSaid && minutes !== null)
      await begin(tx, { conversation_id: conversation.id, kind: 'close' }, minutes * 60_000);
  }

  async function close(tx: Tx, { ticket, replies }: DueReplies): Promise<void> {
    if (!replies.idle.is_on) return;
    const solved = { status: 'solved', solved_at: clock.now(), waiting_since: null, unread: 0 } as const;
    await tickets.change(tx, ticket, solved, SYSTEM);
  }

  /** A customer who is active on another conversation of the ticket is not silent. */
  async function goesOnElsewhere(tx: Tx, { ticket }: DueReplies): Promise<boolean> {
    const all = await conversations.listOfTicket(tx.q, ticket.id);
    return all.some((row) => row.status !== 'ended' && !isChat(row));
  }

  /** Whether our last message was sent: a customer cannot be silent about what they have not got yet. */
  async function hasGone({ id, ticket_id: ticketId }: ConversationRow): Promise<boolean> {
    const page = { ticketId, kinds: ['outbound'], conversations: [id], limit: 1 } as const;
    const [last] = await tickets.timeline.listMessages(page);
    return last?.state !== 'queued';
  }

  async function fire(timer: Timer): Promise<void> {
    const seen = await conversations.findConversation(db.q, timer.conversation_id);
    if (!seen) return;
    const isBusy = timer.kind === 'busy';
    const wait = isBusy ? await waitOf(seen) : NO_WAIT;
    const mayGoOn = isBusy || (await hasGone(seen));
    await db.transaction(async (tx) => {
      // Checked with the ticket locked: of two processes at once the second finds that the timer is gone.
      const ticket = await tickets.lock(tx, seen.ticket_id);
      const conversation = await conversations.findConversation(tx.q, seen.id);
      if (!(await timers.removeIfUnchanged(tx.q, timer)) || !ticket || !conversation) return;
      const replies = await store.findReplies(tx.q, conversation.channel_account_id);
      if (!replies) return;
      const due = { ticket, conversation, replies, timer };
      if (isBusy) return sayBusy(tx, due, wait);
      if (!isSilent(ticket, conversation) || (await goesOnElsewhere(tx, due))) return;
      if (!mayGoOn)
        return begin(
          tx,
          { conversation_id: conversation.id, kind: timer.kind },
          replies.idle.after_minutes * 60_000,
        );
      return timer.kind === 'idle' ? remind(tx, due) : close(tx, due);
    });
  }

  /** A timer that fails is retried later, and does not delay the others. */
  async function recoverPending(): Promise<void> {
    let due: Timer[];
    do {
      due = await timers.listDue(db.q, clock.now(), BATCH);
      for (const timer of due)
        await fire(timer).catch(async (error: unknown) => {
          log.error({ err: error, conversation: timer.conversation_id }, 'an automatic reply failed');
          await timers.scheduleRetry(db.q, timer, new Date(clock.now().getTime() + FAULT_REST_MS));
        });
    } while (due.length === BATCH);
  }

  jobs.define(RECOVER_PENDING, recoverPending);
  // A crash loses no timer, since they are in the database.
  jobs.schedule(RECOVER_PENDING, '* * * * *');
  jobs.define('conversations:forget-auto-replies', () =>
    store.removeOldSent(db.q, new Date(clock.now().getTime() - KEPT_MS)),
  );
  jobs.schedule('conversations:forget-auto-replies', '41 3 * * *');

  /** A customer wrote, or opened the chat. Call with the ticket locked; `key` is that of the message. */
  async function written(tx: Tx, thread: ConversationThread, key: string): Promise<void> {
    const { conversation } = thread;
    if (!speaks(conversation)) return;
    await timers.endSilenceTimers(tx.q, thread.ticket.id);
    const replies = await store.findReplies(tx.q, conversation.channel_account_id);
    if (!replies) return;
    if (conversation.refuses_since === null) await greet(tx, thread, { replies, key });
  }

  /** Sends at most one reply and lets every message pass. A customer whom another responder has answered is not welcomed. */
  const responder: Responder = {
    name: 'auto-replies',
    async meet(tx, { ticket, conversation, key, isNewCase, handedOver }) {
      await written(tx, { ticket, conversation, isNew: isNewCase && handedOver === null }, key);
      return 'pass';
    },
  };

  return {
    recoverPending,
    responder,

    async answered(tx, ticketId, conversation) {
      if (!speaks(conversation)) return;
      await timers.endSilenceTimers(tx.q, ticketId);
      const replies = await store.findReplies(tx.q, conversation.channel_account_id);
      if (!replies) return;
      await store.allowRepliesAgain(tx.q, ticketId);
      if (replies.idle.is_on && conversation.status !== 'ended')
        await begin(
          tx,
          { conversation_id: conversation.id, kind: 'idle' },
          replies.idle.after_minutes * 60_000,
        );
    },

    async closed(tx, ticket, conversation) {
      if (!speaks(conversation)) return;
      const replies = await store.findReplies(tx.q, conversation.channel_account_id);
      const key = `auto:closed:${conversation.id}:${ticket.version}`;
      if (replies) await say(tx, { ticket, conversation, replies, kind: 'closed', key });
    },
  };
}

const ALWAYS_OPEN = { isOpen: true, isHoliday: false, opensAt: null, timeZone: 'UTC' };
const NO_WAIT: QueueWait = { position: null, expected_wait: null };

/** Whether we wait for the customer. On hold means that we wait for somebody else. */
const isSilent = (ticket: Pick<Ticket, 'status' | 'waiting_since'>, { status }: ConversationRow): boolean =>
  status === 'active' &&
  ticket.waiting_since === null &&
  (ticket.status === 'open' || ticket.status === 'pending');
