import type {
  BodyOf,
  Message,
  scheduleReply,
  ScheduledReply,
  SendTime,
  Ticket,
  CancelledReply,
} from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { createLeasedWorker } from '#platform/work-queue/index';
import type { Tickets } from '#modules/tickets';
import type { Reply } from '../channel.ts';
import { solveBlankTickets } from './blank-tickets.ts';
import * as store from './store.ts';
import { scheduledReplyQueue, type ScheduledRow } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'> & {
  tickets: Tickets;
  /** The user with their current permissions; undefined if the account is gone. */
  viewerOf: (userId: number) => Promise<Viewer | undefined>;
  /** Refuses a reply that could not be sent now. */
  demandReply: (tx: Tx, ticket: Ticket, reply: Reply) => Promise<void>;
  reply: (tx: Tx, viewer: Viewer, ticketId: number, reply: Reply) => Promise<Message>;
};

/** Replies that go out later, or are held back for some seconds so that sending can be undone. */
export type ScheduledReplies = {
  /** @throws AppError `invalid` for a time that has passed or is too far away; also refuses a reply that could not be sent now */
  schedule(viewer: Viewer, ticketId: number, body: BodyOf<typeof scheduleReply>): Promise<ScheduledReply>;
  /** The same within the caller's transaction. */
  scheduleIn(
    tx: Tx,
    viewer: Viewer,
    ticketId: number,
    body: BodyOf<typeof scheduleReply>,
  ): Promise<ScheduledReply>;
  /** The reply that was scheduled on that ticket under that key, whatever its state. */
  findReply(q: Query, ticketId: number, key: string): Promise<Reply | undefined>;
  /**
   * Moves a waiting or failed reply of the viewer's own to another time. @throws AppError `conflict` if it was sent, or is being
   * sent
   */
  move(viewer: Viewer, id: number, send: SendTime): Promise<ScheduledReply>;
  /** Cancels a reply of the viewer's own and returns its content. @throws AppError `conflict` if it was sent, or is being sent */
  cancel(viewer: Viewer, id: number): Promise<CancelledReply>;
  /** Undoes `cancel`. @throws AppError `conflict` if the reply is gone */
  restore(viewer: Viewer, id: number): Promise<ScheduledReply>;
  /** Waiting and failed replies of a ticket, next one first. */
  list(q: Query, ticketId: number): Promise<ScheduledReply[]>;
  /** Sends what is due; runs every minute. */
  recoverPending(): Promise<void>;
  stop(): Promise<void>;
};

const CONCURRENCY = 8;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LATEST_MS = 366 * DAY_MS;
const KEPT_MS = 7 * DAY_MS;

/** Sends replies at their time, in their author's name and with the permissions that the author has at that time. */
export function createScheduledReplies(deps: Deps): ScheduledReplies {
  const { db, clock, log, jobs, tickets, viewerOf, demandReply, reply } = deps;
  const worker = createLeasedWorker({ db, clock, log, jobs }, scheduledReplyQueue, {
    label: 'sending scheduled replies',
    concurrency: CONCURRENCY,
    perOwner: 1,
    ready: (id) => Promise.resolve(id),
    run: send,
  });
  tickets.files.hold(store.listScheduledFiles);
  tickets.timeline.registerPending(store.findPending);
  jobs.define('conversations:forget-scheduled', () =>
    store.removeDoneReplies(db.q, new Date(clock.now().getTime() - KEPT_MS)),
  );
  jobs.schedule('conversations:forget-scheduled', '53 3 * * *');
  solveBlankTickets(deps);

  async function send(row: ScheduledRow): Promise<boolean> {
    try {
      await sendNow(row);
    } catch (error) {
      const fault = error instanceof AppError ? error.code : 'internal';
      if (fault === 'internal')
        log.error({ err: error, reply: row.id }, 'a scheduled reply could not be sent');
      await db.transaction((tx) => fail(tx, row, fault));
    }
    return true;
  }

  /** After a crash that follows storing the reply, nothing is sent twice, because the key is the same. */
  async function sendNow(row: ScheduledRow): Promise<void> {
    const viewer = await viewerOf(row.user_id);
    if (!viewer || !allows(viewer, 'TICKETS:REPLY')) throw new AppError('forbidden');
    const ticketId = found(await tickets.read(db.q, row.ticket_id)).id;
    await db.transaction(async (tx) => {
      await reply(tx, viewer, ticketId, row.reply);
      if (!row.solves) await finish(tx, row);
    });
    if (!row.solves) return;
    await solve(viewer, ticketId);
    await db.transaction((tx) => finish(tx, row));
  }

  /** Solves the ticket if that is possible; the reply was sent in any case. */
  async function solve(viewer: Viewer, ticketId: number): Promise<void> {
    if (!allows(viewer, 'TICKETS:SOLVE')) return;
    try {
      const { version } = await tickets.get(viewer, ticketId);
      await tickets.solve(viewer, ticketId, { version, fields: {} });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async function finish(tx: Tx, row: ScheduledRow): Promise<void> {
    await scheduledReplyQueue.finish(tx.q, row, { state: 'sent' });
    await emitScheduled(tx, row.ticket_id);
  }

  async function fail(tx: Tx, row: ScheduledRow, fault: string): Promise<void> {
    const isRetryable = fault === 'internal';
    const outcome = await scheduledReplyQueue.scheduleRetry(tx, row, {
      now: clock.now(),
      isRetryable,
      set: { fault },
    });
    await tickets.timeline.updateUnsentMarks(tx, row.ticket_id);
    // Also when it is only retried later, which nobody would notice otherwise.
    await emitScheduled(tx, row.ticket_id);
    if (outcome?.state !== 'failed') return;
    const ticket = await tickets.read(tx.q, row.ticket_id);
    if (ticket) await tickets.notices.notifyOfUnsent(tx, ticket, row.user_id);
  }

  async function list(q: Query, ticketId: number): Promise<ScheduledReply[]> {
    const rows = await store.list(q, ticketId);
    return Promise.all(rows.map((row) => toScheduledReply(q, row)));
  }

  async function toScheduledReply(
    q: Query,
    { file_ids: ids, ...row }: Awaited<ReturnType<typeof store.list>>[number],
  ): Promise<ScheduledReply> {
    return { ...row, attachments: await tickets.files.listOwn(q, row.author, ids) };
  }

  /** Sends the scheduled replies to screens that show the ticket; returns them. */
  async function emitScheduled(tx: Tx, ofTicketId: number): Promise<ScheduledReply[]> {
    const ticketId = (await tickets.read(tx.q, ofTicketId))?.id ?? ofTicketId;
    const data = await list(tx.q, ticketId);
    const { sends_at: sendsAt, is_unsent: isUnsent } = found(await tickets.read(tx.q, ticketId));
    if (sendsAt !== null || isUnsent || data.some(isForLater))
      await tickets.timeline.updateUnsentMarks(tx, ticketId);
    tx.emit('scheduled-replies-changed', { ticket_id: ticketId, data }, [`ticket:${ticketId}`]);
    return data;
  }

  /** Excludes replies that are held back for some seconds only, so that lists do not flicker. */
  const isForLater = ({ send_at: at }: ScheduledReply): boolean =>
    Date.parse(at) - clock.now().getTime() > MINUTE_MS;

  function timeOf(send: SendTime): Date {
    const now = clock.now().getTime();
    if ('in_seconds' in send) return new Date(now + send.in_seconds * 1000);
    const at = Date.parse(send.at);
    if (at > now && at - now <= LATEST_MS) return new Date(at);
    throw new AppError('invalid', [{ path: 'send', message: 'Must be a time within the next year' }]);
  }

  /** Locks a reply of the viewer's own that was not sent and is not being sent. */
  async function lockUnsent(tx: Tx, viewer: Viewer, id: number): Promise<ScheduledRow> {
    const row = found(await store.lockOwn(tx.q, id, viewer.id));
    const isUnderWay = row.leased_until !== null && Date.parse(row.leased_until) > clock.now().getTime();
    if ((row.state === 'queued' && !isUnderWay) || row.state === 'failed') return row;
    throw new AppError('conflict', { reason: 'being_sent' });
  }

  const wakeAt = (tx: Tx, owner: number, runAt: Date): Promise<void> =>
    tx.enqueue(scheduledReplyQueue.name, { owner }, { runAt });

  async function demandOwnFiles(tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<void> {
    if ((await tickets.files.listOwn(tx.q, viewer, ids)).length < new Set(ids).size)
      throw new AppError('invalid_reference', [{ path: 'file_ids', message: 'Unknown file' }]);
  }

  const scheduleIn: ScheduledReplies['scheduleIn'] = async (tx, viewer, ticketId, scheduled) => {
    const { send: when, solve: solves, ...body } = scheduled;
    const sendAt = timeOf(when);
    const key = body.client_key;
    const { ticket, known } = await tickets.timeline.lockForEntry(tx, viewer, ticketId, {
      key,
      isSame: () => true,
    });
    if (!ticket) throw new AppError('already_sent', { ticket_id: ticketId, message_id: known.id });
    const ids = await tickets.relations.mergedTicketIds(tx.q, ticketId);
    let row = await store.findByKey(tx.q, ids, key);
    if (!row) {
      await demandReply(tx, ticket, body);
      await demandOwnFiles(tx, viewer, body.file_ids);
      const now = clock.now();
      row = await store.insert(tx.q, { ticketId, userId: viewer.id, reply: body, solves, sendAt, now });
      await wakeAt(tx, ticketId, sendAt);
      if (!body.forwards) await tickets.timeline.removeReplyDraft(tx, viewer, ticketId);
    }
    const { id } = row;
    return found((await emitScheduled(tx, ticketId)).find((one) => one.id === id));
  };

  return {
    list,
    recoverPending: worker.recoverPending,
    stop: worker.stop,

    schedule: (viewer, ticketId, body) => db.transaction((tx) => scheduleIn(tx, viewer, ticketId, body)),
    scheduleIn,

    async findReply(q, ticketId, key) {
      const row = await store.findByKey(q, await tickets.relations.mergedTicketIds(q, ticketId), key);
      return row?.reply;
    },

    move: (viewer, id, when) =>
      db.transaction(async (tx) => {
        const row = await lockUnsent(tx, viewer, id);
        const sendAt = timeOf(when);
        await store.reschedule(tx.q, id, sendAt);
        await wakeAt(tx, row.ticket_id, sendAt);
        return found((await emitScheduled(tx, row.ticket_id)).find((one) => one.id === id));
      }),

    cancel: (viewer, id) =>
      db.transaction(async (tx) => {
        const row = await lockUnsent(tx, viewer, id);
        await store.cancel(tx.q, id);
        await emitScheduled(tx, row.ticket_id);
        const { file_ids: ids, ...written } = row.reply;
        return { ...written, attachments: await tickets.files.listOwn(tx.q, viewer, ids) };
      }),

    restore: (viewer, id) =>
      db.transaction(async (tx) => {
        const row = found(await store.lockOwn(tx.q, id, viewer.id));
        if (row.cancelled_as === null) throw new AppError('conflict', { reason: 'undo_expired' });
        await demandOwnFiles(tx, viewer, row.file_ids);
        await store.restore(tx.q, id);
        if (row.cancelled_as === 'queued') await wakeAt(tx, row.ticket_id, new Date(row.next_try_at));
        return found((await emitScheduled(tx, row.ticket_id)).find((one) => one.id === id));
      }),
  };
}
