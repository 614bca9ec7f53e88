import { LIMITS, type Ticket, type TicketStatus } from '@trunkline/contract';
import type { FieldValues, MessageTraces } from '../store.ts';
import type { BeforeMerge } from './tables.ts';

export const isSolvedOrClosed = (status: TicketStatus): boolean => status === 'solved' || status === 'closed';

type MergedColumns = Pick<Ticket, 'tags' | 'assignee_id' | 'status'> &
  Pick<FieldValues, 'solved_at' | 'waiting_since' | 'unread'>;

/**
 * The fields of a ticket after another was merged into it: the tags of both, the other's assignee if it had none, and reopened if
 * it would otherwise hide a waiting customer. Pure.
 */
export function columnsAfterMerge(from: Ticket, into: Ticket): MergedColumns {
  const tags = [...new Set([...into.tags, ...from.tags])].slice(0, LIMITS.tags);
  const wakes =
    from.waiting_since !== null || (isSolvedOrClosed(into.status) && !isSolvedOrClosed(from.status));
  const isOpened = wakes && into.status !== 'open';
  return {
    tags: into.tags.length >= LIMITS.tags ? into.tags : tags,
    assignee_id: into.assignee_id ?? (isSolvedOrClosed(from.status) ? null : from.assignee_id),
    status: isOpened ? 'open' : into.status,
    // A ticket that is only reopened by the merge has no waiting customer of its own.
    ...(isOpened && isSolvedOrClosed(into.status) && { solved_at: null, waiting_since: null, unread: 0 }),
  };
}

/** The message preview of a ticket after another was merged into it; null if nothing changes. Pure. */
export function tracesAfterMerge(from: Ticket, into: Ticket): Partial<MessageTraces> | null {
  const traces: Partial<MessageTraces> = { ...lastOf(from, into) };
  if (from.waiting_since !== null && (into.waiting_since ?? LATER) > from.waiting_since)
    traces.waiting_since = from.waiting_since;
  if (from.unread > 0) traces.unread = into.unread + from.unread;
  return Object.keys(traces).length > 0 ? traces : null;
}

/** Sorts after every time, as text. */
const LATER = '~';

function lastOf(from: Ticket, into: Ticket): Partial<MessageTraces> {
  const { last_message, last_message_by, last_message_at } = from;
  if (last_message_by === 'none') return {};
  if (into.last_message_by !== 'none' && last_message_at <= into.last_message_at) return {};
  return { last_message, last_message_by, last_message_at: new Date(last_message_at) };
}

/** The fields of a ticket after an unmerge: without the tags and the assignee that it got by the merge, unless changed since. Pure. */
export function fieldsAfterUnmerge(
  into: Ticket,
  before: BeforeMerge,
): Partial<Pick<Ticket, 'tags' | 'assignee_id'>> {
  const tags = into.tags.filter((tag) => !before.tags.includes(tag));
  const { assignee_id: given = null } = before;
  return { tags, ...(given !== null && into.assignee_id === given && { assignee_id: null }) };
}

type StoredTraces = {
  last: { id: number; kind: string } | undefined;
  waiting_since: string | null;
  unread: number;
};

/** The state of a ticket after it is unmerged: as before, unless it has received messages since. Pure. */
export function stateAfterUnmerge(
  before: BeforeMerge,
  { last, waiting_since, unread }: StoredTraces,
  since: { lastMessageId: number; goesOn: boolean },
): Pick<Ticket, 'status' | 'solved_at' | 'waiting_since' | 'unread'> {
  const isFromCustomer = last?.kind === 'inbound';
  const hasNews = isFromCustomer && last.id > since.lastMessageId;
  const wasDone = isSolvedOrClosed(before.status);
  if (wasDone && !hasNews && !since.goesOn)
    return { status: before.status, solved_at: before.solved_at, ...NOBODY_WAITS };
  const waits = hasNews || (isFromCustomer && before.waiting_since !== null);
  const waiting = waits ? { waiting_since, unread: Math.max(unread, before.unread) } : NOBODY_WAITS;
  return { status: statusAfter(before.status, hasNews), solved_at: null, ...waiting };
}

const NOBODY_WAITS = { waiting_since: null, unread: 0 };

const statusAfter = (before: TicketStatus, hasNews: boolean): TicketStatus =>
  isSolvedOrClosed(before) || hasNews ? 'open' : before;
