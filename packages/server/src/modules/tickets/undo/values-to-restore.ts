import {
  isSameAnswer,
  TICKET_FIELDS,
  type AnswerChanges,
  type SlaKind,
  type Ticket,
} from '@trunkline/contract';
import { isDeepStrictEqual } from 'node:util';
import type { FieldValues } from '../store.ts';
import type { ClockRow } from '../sla/tables.ts';

/** A row of a higher module that belongs to a ticket, with the columns that changes of the ticket affect. */
export type AttachedRow = { id: number } & Record<string, unknown>;

/** A ticket at one moment, with everything that a change of it may affect. */
export type TicketSnapshot = {
  ticket: Ticket;
  ofStatus: StatusColumns;
  clocks: ClockRow[];
  attached: AttachedRow[];
};
/** Columns that depend on the status or on snoozing, and are not part of `Ticket`. */
export type StatusColumns = {
  status_since: string | null;
  waited_since: string | null;
  waited_unread: number;
  /** Missing in snapshots from older versions. */
  snoozed_by?: number | null;
};
/** The states before and after a change. */
export type BeforeAfter = { before: TicketSnapshot; after: TicketSnapshot };
/** The states before and after a change, and now. */
export type BeforeAfterNow<T> = { before: T; after: T; now: T };

const WAITS = ['waiting_since', 'unread', 'solved_at', 'returned_at'] as const;
const PREVIEW = ['last_message', 'last_message_by', 'last_message_at', 'first_response_at'] as const;

/** The previous values of fields that still have the value of the change. Pure. */
export function fieldsToRestore({
  before: was,
  after: then,
  now,
}: BeforeAfter & { now: Ticket }): FieldValues {
  const [before, after] = [was.ticket, then.ticket];
  const isWritten = PREVIEW.every((field) => isDeepStrictEqual(now[field], after[field]));
  // Unless a later message has set the preview and the wait.
  const fields = isWritten
    ? [...TICKET_FIELDS, ...WAITS, ...PREVIEW]
    : [...TICKET_FIELDS, 'solved_at' as const, 'returned_at' as const];
  const own = fields.filter(
    (field) => !isDeepStrictEqual(before[field], after[field]) && isDeepStrictEqual(now[field], after[field]),
  );
  const { snoozed_by: snoozer, ...ofStatus } = was.ofStatus;
  return {
    ...Object.fromEntries(own.map((field) => [field, before[field]])),
    ...(own.includes('status') && ofStatus),
    ...(own.includes('snoozed_until') && snoozer !== undefined && { snoozed_by: snoozer }),
  };
}

/** The previous answers to custom fields that still have the value of the change; null: there was none. Pure. */
export function answersToRestore({ before, after, now }: BeforeAfterNow<Ticket['fields']>): AnswerChanges {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  const own = [...ids].filter(
    (id) => !isSameAnswer(before[id], after[id]) && isSameAnswer(now[id], after[id]),
  );
  return Object.fromEntries(own.map((id) => [id, before[id] ?? null]));
}

/** The previous state of clocks that are unchanged since; null: there was none. Pure. */
export function clocksToRestore({
  before,
  after,
  now,
}: BeforeAfterNow<readonly ClockRow[]>): Map<SlaKind, ClockRow | null> {
  const find = (clocks: readonly ClockRow[], kind: SlaKind) => clocks.find((clock) => clock.kind === kind);
  const kinds = new Set([...before, ...after].map(({ kind }) => kind));
  const own = [...kinds].filter((kind) =>
    isDeepStrictEqual(timesOf(find(now, kind)), timesOf(find(after, kind))),
  );
  return new Map(own.map((kind) => [kind, find(before, kind) ?? null]));
}

/** The times in which a clock ran. Its breach and office hours are left out, because no change of the ticket affects them. */
const timesOf = (clock: ClockRow | undefined) =>
  clock && [clock.started_at, clock.running_since, clock.spans, clock.ended_at];

/** Related rows that are unchanged since: their previous and current values. Pure. */
export function attachedToRestore({ before, after, now }: BeforeAfterNow<readonly AttachedRow[]>) {
  return before.flatMap((was) => {
    const [then, is] = [after, now].map((rows) => rows.find(({ id }) => id === was.id));
    const isOwn = is && isDeepStrictEqual(is, then) && !isDeepStrictEqual(is, was);
    return isOwn ? [{ before: was, now: is }] : [];
  });
}
