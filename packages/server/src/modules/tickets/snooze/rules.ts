import type { Ticket } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { FieldValues } from '../store.ts';
import type { Author } from '../timeline/message-store.ts';

const LONGEST_MS = 366 * 86_400_000;

type Snoozed = Pick<
  Ticket,
  'status' | 'assignee_id' | 'department_id' | 'snoozed_until' | 'returned_at' | 'merged_into'
>;

const isOver = (status: Ticket['status']): boolean => status === 'solved' || status === 'closed';

/**
 * @throws AppError `conflict` for snoozing a solved or closed ticket; `invalid` until a time in the past, or more than a year
 * away
 */
export function demandSnooze(
  before: Snoozed,
  { snoozed_until: until, status }: { [K in 'snoozed_until' | 'status']?: Ticket[K] | undefined },
  now: Date,
): void {
  if (!until) return;
  if (isOver(status ?? before.status)) throw new AppError('conflict', { reason: 'reopen_first' });
  demandSnoozeTime(until, now);
}

/** @throws AppError `invalid` for a time in the past, or more than a year away */
export function demandSnoozeTime(until: string, now: Date): void {
  const ms = Date.parse(until) - now.getTime();
  if (ms <= 0 || ms > LONGEST_MS)
    throw new AppError('invalid', [
      { path: 'snoozed_until', message: 'Must be a time within the next year' },
    ]);
}

/**
 * The effect of a change on snoozing: a new assignee or department ends it, and so does solving; the mark of a returned ticket is removed once
 * somebody works on it. Pure.
 */
export function withSnooze(before: Snoozed, fields: FieldValues, { type, id }: Author): FieldValues {
  const isPerson = type === 'user' && id !== null;
  return {
    ...fields,
    ...(isPerson && before.returned_at !== null && { returned_at: null }),
    ...(isPerson && fields.snoozed_until && { snoozed_by: id }),
    ...(before.snoozed_until !== null && endsSnooze(before, fields) && { snoozed_until: null }),
  };
}

function endsSnooze(before: Snoozed, fields: FieldValues): boolean {
  const isOther = (field: 'assignee_id' | 'department_id') =>
    fields[field] !== undefined && fields[field] !== before[field];
  const isDone = fields.status !== undefined && isOver(fields.status);
  return isDone || isOther('assignee_id') || isOther('department_id');
}
