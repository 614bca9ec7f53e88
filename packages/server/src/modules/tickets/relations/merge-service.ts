import { LIMITS, UNMERGE_DAYS, type BodyOf, type mergeTickets, type Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, type ChangeService } from '../change-service.ts';
import { mergedTicketsOf, lockCurrentTicket } from '../merged-tickets.ts';
import type { Author } from '../timeline/message-store.ts';
import { canSee } from '../policy.ts';
import type { Sla } from '../sla/service.ts';
import * as store from '../store.ts';
import {
  clocksToRestore,
  fieldsToRestore,
  type BeforeAfter,
  type TicketSnapshot,
} from '../undo/values-to-restore.ts';
import type { UndoSnapshots } from '../undo/undo-snapshots.ts';
import type { Undos } from '../undo/service.ts';
import { appendEvent, applyTraces, emitUnreadCount } from '../timeline/time-line.ts';
import { notifyDraftChanged } from '../timeline/drafts.ts';
import { enqueueUnsentCheck } from '../timeline/unsent.ts';
import { copyFollowers, stopFollowing } from './following.ts';
import { emitRelationsChanged } from './hooks.ts';
import type { MergeHooks } from './hooks.ts';
import {
  columnsAfterMerge,
  tracesAfterMerge,
  fieldsAfterUnmerge,
  stateAfterUnmerge,
} from './merged-columns.ts';
import * as merges from './merge-store.ts';
import { recomputeTraces } from './recompute-traces.ts';
import type { BeforeMerge } from './tables.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  sla: Sla;
  changes: ChangeService;
  hooks: MergeHooks;
  undos: Pick<Undos, 'restoreStored'>;
  keeper: UndoSnapshots;
};

const DAY_MS = 86_400_000;

type Traces = Awaited<ReturnType<typeof merges.readTraces>>;
type Merge = NonNullable<Awaited<ReturnType<typeof merges.findCurrentMerge>>>;

/** Merging and unmerging tickets. Merging moves no message: the target's time line reads both tickets. */
export function createMergeService({ db, clock, sla, changes, hooks, undos, keeper }: Deps) {
  /** Locks all of them in the order of their ids, so that concurrent merges wait for each other. */
  async function lockAll(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<Map<number, Ticket>> {
    const locked = new Map<number, Ticket>();
    for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
      const ticket = await store.lockTicket(tx.q, id);
      if (!ticket || !canSee(viewer, ticket)) throw new AppError('not_found');
      locked.set(id, ticket);
    }
    for (const ticket of locked.values()) await changes.demandNotMerged(tx, ticket);
    return locked;
  }

  /** Merges one ticket into the other, and closes it. */
  async function mergeOne(tx: Tx, from: Ticket, into: Ticket, viewer: Viewer): Promise<Ticket> {
    const now = clock.now();
    const author = byUser(viewer);
    const was = {
      from: await keeper.takeSnapshot(tx.q, from.id),
      into: await keeper.takeSnapshot(tx.q, into.id),
    };
    const wanted = columnsAfterMerge(from, into);
    const followed = await copyFollowers(tx, from.id, into.id, now);
    const before: BeforeMerge = {
      status: from.status,
      solved_at: from.solved_at,
      waiting_since: from.waiting_since,
      unread: from.unread,
      tags: wanted.tags.filter((tag) => !into.tags.includes(tag)),
      followers: followed,
      assignee_id: into.assignee_id === null ? wanted.assignee_id : null,
    };
    await merges.insertMerge(tx.q, { ticketId: from.id, intoId: into.id, userId: viewer.id, now, before });
    for (const userId of await merges.copyDrafts(tx.q, from.id, into.id))
      notifyDraftChanged(tx, { ticketId: into.id, userId, has: true });
    await merges.setMergedInto(tx.q, from.id, into.id, now);
    const changed = await changes.restore(tx, into, wanted, author);
    // Called before the ticket is closed, since closing would end its conversations.
    await hooks.merged(tx, { from, into: changed, actor: author });
    await close(tx, from, author);
    await appendEvent(tx, from.id, { event: eventOf('merged_into', into), author }, now);
    await appendEvent(tx, into.id, { event: eventOf('merged', from), author }, now);
    const joined = await leaveJoined(tx, from, changed);
    const around = async (before: TicketSnapshot) => ({
      before,
      after: await keeper.retakeSnapshot(tx.q, before),
    });
    const kept = { from: await around(was.from), into: await around(was.into) };
    await merges.saveMergeSnapshots(tx.q, from.id, kept);
    return joined;
  }

  async function close(tx: Tx, from: Ticket, author: Author): Promise<void> {
    const current = found(await store.findTicket(tx.q, from.id));
    if (from.status === 'closed') changes.emitChange(tx, from, current);
    else await changes.restore(tx, current, { status: 'closed' }, author);
    if (from.unread > 0) emitUnreadCount(tx, from.assignee_id, from.media_id);
  }

  async function leaveJoined(tx: Tx, from: Ticket, into: Ticket): Promise<Ticket> {
    const traces = tracesAfterMerge(from, into);
    if (!traces) return into;
    const author: Author = { type: 'customer', id: from.customer_id, name: from.customer_name };
    const isNewlyWaiting = into.waiting_since === null && traces.waiting_since !== null;
    const due = isNewlyWaiting ? await sla.customerWrote(tx, into, author) : {};
    changes.announceCounts(tx);
    return applyTraces(tx, into, { ...traces, ...due }, clock.now());
  }

  /** Restores an unmerged ticket to its state before the merge, with what it has received since. */
  async function restore(
    tx: Tx,
    id: number,
    { merge, moved, author, now: seen }: { merge: Merge; moved: number; author: Author; now: TicketSnapshot },
  ): Promise<Ticket> {
    const closed = found(await store.findTicket(tx.q, id));
    const traces = await merges.readTraces(tx.q, await mergedTicketsOf(tx.q, id));
    const goesOn = await hooks.keepsTicketOpen(tx.q, id);
    const lastMessageId = merge.last_message_id;
    const { status, solved_at, ...waits } = stateAfterUnmerge(merge.before, traces, {
      lastMessageId,
      goesOn,
    });
    const kept = merge.before.kept?.from;
    if (kept && moved === 0 && status === kept.before.ticket.status)
      return undos.restoreStored(tx, closed, kept, { actor: author, now: seen, values: valuesOf(kept) });
    const solvedAt = solved_at === null ? null : new Date(solved_at);
    // Its clocks continue from the state before, with later events applied.
    const clocks =
      kept && clocksToRestore({ before: kept.before.clocks, after: kept.after.clocks, now: seen.clocks });
    const opened =
      closed.status === status
        ? closed
        : await changes.restore(tx, closed, { status, solved_at: solvedAt, ...waits }, author, clocks);
    const due = await sinceThen(tx, opened, traces, author);
    return recomputeTraces(tx, opened, { last: traces.last, ...waits, due, now: clock.now() });
  }

  const sinceThen = (tx: Tx, ticket: Ticket, { waiting_since, last }: Traces, author: Author) =>
    waiting_since === null
      ? last?.kind === 'outbound'
        ? sla.answered(tx, ticket, author)
        : Promise.resolve({})
      : sla.customerWrote(tx, ticket, author);

  /** Changes the target when a ticket is unmerged from it: what belongs to that ticket is removed. */
  async function leaveBehind(
    tx: Tx,
    into: Ticket,
    { before, now: seen, author }: { before: BeforeMerge; now: TicketSnapshot; author: Author },
  ): Promise<Ticket> {
    for (const userId of before.followers) await stopFollowing(tx, { ticketId: into.id, userId });
    const fields = fieldsAfterUnmerge(into, before);
    const { kept } = before;
    if (kept?.into.before.ticket.id === into.id) {
      const { tags: _, assignee_id: __, ...values } = fieldsToRestore({ ...kept.into, now: into });
      if (hasNoLaterMessages(kept.into.after.ticket, into))
        return undos.restoreStored(tx, into, kept.into, {
          actor: author,
          now: seen,
          values: { ...values, ...fields },
        });
    }
    const left = await changes.restore(tx, into, fields, author);
    const { last, waiting_since, unread } = await merges.readTraces(
      tx.q,
      await mergedTicketsOf(tx.q, into.id),
    );
    const isWaiting = left.waiting_since !== null && waiting_since !== null;
    const isAnswered = left.waiting_since !== null && !isWaiting && left.first_response_at !== null;
    return recomputeTraces(tx, left, {
      last,
      waiting_since: isWaiting ? waiting_since : null,
      unread: isWaiting && left.unread > 0 ? unread : 0,
      // Nobody waits on the target any more.
      due: isAnswered ? await sla.answered(tx, left, author) : {},
      now: clock.now(),
    });
  }

  /** The snapshots of both tickets before they are unmerged. */
  async function snapshotsBefore(tx: Tx, merged: Ticket, current: Ticket, { before: { kept } }: Merge) {
    const snapshotOf = (id: number, known: TicketSnapshot | undefined) =>
      known?.ticket.id === id ? keeper.retakeSnapshot(tx.q, known) : keeper.takeSnapshot(tx.q, id);
    const from = await snapshotOf(merged.id, kept?.from.before);
    return { from, into: await snapshotOf(current.id, kept?.into.before) };
  }

  return {
    merge: (viewer: Viewer, id: number, { from, other_customers }: BodyOf<typeof mergeTickets>) =>
      db.transaction(async (tx): Promise<Ticket> => {
        if (from.includes(id)) throw new AppError('conflict', { reason: 'merge_self' });
        const locked = await lockAll(tx, viewer, [id, ...from]);
        let into = found(locked.get(id));
        if (into.status === 'closed') throw new AppError('conflict', { reason: 'merge_closed' });
        const others = [...new Set(from)].map((other) => found(locked.get(other)));
        demandSameCustomer(into, others, other_customers);
        for (const other of others) into = await mergeOne(tx, other, into, viewer);
        if ((await mergedTicketsOf(tx.q, id)).ids.length > LIMITS.mergedTickets)
          throw new AppError('conflict', { reason: 'merge_full' });
        await enqueueUnsentCheck(tx, id);
        emitRelationsChanged(tx, [id, ...from], { timeline: true });
        return into;
      }),

    unmerge: (viewer: Viewer, id: number) =>
      db.transaction(async (tx): Promise<Ticket> => {
        const merged = await store.lockTicket(tx.q, id);
        if (!merged || !canSee(viewer, merged)) throw new AppError('not_found');
        if (merged.merged_into === null) throw new AppError('conflict', { reason: 'not_merged' });
        const current = found(await lockCurrentTicket(tx.q, merged.merged_into));
        if (!canSee(viewer, current)) throw new AppError('not_found');
        const merge: Merge = found(await merges.findCurrentMerge(tx.q, id));
        const now = clock.now();
        if (now.getTime() - Date.parse(merge.merged_at) > UNMERGE_DAYS * DAY_MS)
          throw new AppError('conflict', { reason: 'unmerge_expired', days: UNMERGE_DAYS });
        const author = byUser(viewer);
        const parent = found(await store.findTicket(tx.q, merged.merged_into));
        const seen = await snapshotsBefore(tx, merged, current, merge);
        await merges.endMerge(tx.q, merge.id, viewer.id, now);
        await merges.setMergedInto(tx.q, id, null, now);
        const own = await mergedTicketsOf(tx.q, id);
        const { conversations, calls } = await hooks.onUnmerge(tx, {
          ticket: merged,
          from: current,
          mergedTickets: own.ids,
          actor: author,
        });
        const from = await mergedTicketsOf(tx.q, current.id);
        const since = merge.merged_at;
        const after = merge.last_message_id;
        const moved = await merges.moveMessages(
          tx.q,
          { from, into: id },
          { after, since, conversations, calls },
        );
        await hooks.moved(tx, { messageIds: moved, from: from.ids, into: id });
        const since_then = { merge, moved: moved.length, author, now: seen.from };
        const restored = await restore(tx, id, since_then);
        for (const userId of await merges.removeCopiedDrafts(tx.q, id, current.id))
          notifyDraftChanged(tx, { ticketId: current.id, userId, has: false });
        await leaveBehind(tx, current, { before: merge.before, now: seen.into, author });
        // Drops the stored state of a ticket in between: it is no longer true once another ticket has left.
        if (parent.id !== current.id) await merges.saveMergeSnapshots(tx.q, parent.id, null);
        await appendEvent(tx, id, { event: eventOf('unmerged', parent), author }, now);
        await appendEvent(tx, parent.id, { event: eventOf('unmerged', merged), author }, now);
        for (const apart of [id, current.id]) await enqueueUnsentCheck(tx, apart);
        emitRelationsChanged(tx, [id, parent.id, current.id], { timeline: true });
        return restored;
      }),
  };
}

/** The previous values of all fields that a merge has touched. */
const valuesOf = (kept: BeforeAfter): store.FieldValues =>
  fieldsToRestore({ ...kept, now: kept.after.ticket });

/** True where there are no later messages, merges or unmerges. */
const hasNoLaterMessages = (after: Ticket, now: Ticket): boolean =>
  after.last_message_at === now.last_message_at &&
  after.last_message_by === now.last_message_by &&
  after.last_message === now.last_message &&
  after.first_response_at === now.first_response_at &&
  after.waiting_since === now.waiting_since;

function demandSameCustomer(into: Ticket, others: readonly Ticket[], mayDiffer: boolean): void {
  const foreign = others.filter((ticket) => ticket.customer_id !== into.customer_id);
  if (mayDiffer || foreign.length === 0) return;
  throw new AppError('conflict', {
    reason: 'other_customers',
    customers: [into, ...foreign].map(({ number, customer_name }) => ({ number, customer_name })),
  });
}

function eventOf<T extends 'merged' | 'merged_into' | 'unmerged'>(type: T, { id, number }: Ticket) {
  return { type, ticket_id: id, number };
}
