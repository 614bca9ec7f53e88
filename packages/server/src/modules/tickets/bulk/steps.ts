import {
  isSameAnswer,
  LIMITS,
  TICKET_FIELDS,
  type AnswerChanges,
  type BulkAction,
  type BulkReason,
  type FieldChange,
  type Permission,
  type Ticket,
} from '@trunkline/contract';
import type { FieldValues } from '../store.ts';

/** The values of a ticket before and after a change: logged fields, and those that change with the status. */
export type ChangedFields = Partial<
  Pick<Ticket, (typeof TICKET_FIELDS)[number] | 'waiting_since' | 'unread' | 'solved_at' | 'version'> & {
    /** Answers by custom field; null: there was none. */
    answers: AnswerChanges;
  }
>;
type Action<A extends BulkAction['action']> = Extract<BulkAction, { action: A }>;
/** Bulk updates of fields; macros are run by `MacroRunner`. */
export type FieldAction = Exclude<BulkAction, { action: 'macro' }>;
/** `answers` are not validated yet. */
export type BulkStep = { fields: FieldValues; answers?: AnswerChanges | undefined } | { reason: BulkReason };

const RIGHTS = {
  set: 'TICKETS:EDIT',
  tag: 'TICKETS:EDIT',
  answer: 'TICKETS:EDIT',
  macro: 'TICKETS:EDIT',
  snooze: 'TICKETS:EDIT',
  assign: 'TICKETS:ASSIGN',
  transfer: 'TICKETS:TRANSFER',
  solve: 'TICKETS:SOLVE',
  reopen: 'TICKETS:SOLVE',
} as const;

/** The permissions that the same change of a single ticket requires. */
export function permissionsOf(change: BulkAction): Permission[] {
  if (change.action !== 'update') return [RIGHTS[change.action]];
  const { action: _, department_id: department, assignee_id: assignee, status, ...others } = change;
  const { tags_added: added = [], tags_removed: removed = [], fields = {}, ...set } = others;
  const isEdited =
    (status !== undefined && status !== 'solved') ||
    added.length + removed.length + Object.keys(fields).length + Object.keys(set).length > 0;
  return [
    ...(isEdited ? (['TICKETS:EDIT'] as const) : []),
    ...(status === 'solved' ? (['TICKETS:SOLVE'] as const) : []),
    ...(department === undefined ? [] : (['TICKETS:TRANSFER'] as const)),
    ...(assignee === undefined ? [] : (['TICKETS:ASSIGN'] as const)),
  ];
}

const isDone = ({ status }: Ticket) => status === 'solved' || status === 'closed';

/** What a bulk update does to one ticket, or why it skips it, by the same rules as for a single change. Pure. */
export function bulkStepFor(change: FieldAction, ticket: Ticket, now: Date): BulkStep {
  switch (change.action) {
    case 'update':
      return update(change, ticket, now);
    case 'set':
      return setFields(change, ticket);
    case 'tag':
      return setTags(change, ticket);
    case 'assign':
      return { fields: { assignee_id: change.assignee_id } };
    case 'transfer':
      return ticket.department_id === change.department_id
        ? { reason: 'same' }
        : { fields: { department_id: change.department_id, assignee_id: null } };
    case 'snooze':
      return isDone(ticket)
        ? { reason: ticket.status === 'closed' ? 'closed' : 'solved' }
        : { fields: { snoozed_until: change.until } };
    case 'answer':
      return { fields: {}, answers: change.fields };
    case 'solve':
      return solve(change, ticket, now);
    case 'reopen':
      return isDone(ticket) ? { fields: { status: 'open', solved_at: null } } : { reason: 'same' };
  }
}

function solve({ fields = {} }: Action<'solve'>, ticket: Ticket, now: Date): BulkStep {
  if (isDone(ticket)) return { reason: ticket.status === 'closed' ? 'closed' : 'same' };
  return { fields: { status: 'solved', solved_at: now }, answers: fields };
}

function setFields({ action: _action, ...fields }: Action<'set'>, ticket: Ticket): BulkStep {
  if (fields.status && isDone(ticket)) return { reason: ticket.status === 'closed' ? 'closed' : 'solved' };
  const isMoved = fields.category_id !== undefined && fields.category_id !== ticket.category_id;
  // Another category removes the subcategory, which belongs to one category.
  return {
    fields: { ...fields, ...(isMoved && fields.subcategory_id === undefined && { subcategory_id: null }) },
  };
}

/** If one step is refused, the ticket stays as it is. */
function update(change: Action<'update'>, ticket: Ticket, now: Date): BulkStep {
  const { action: _, department_id: department, assignee_id: assignee, status, ...others } = change;
  const { tags_added: add = [], tags_removed: remove = [], fields: answers, ...set } = others;
  const steps: BulkStep[] = [
    setFields({ action: 'set', ...set, ...(status && status !== 'solved' && { status }) }, ticket),
    setTags({ action: 'tag', add, remove }, ticket),
    ...(status === 'solved' && !isDone(ticket) ? [solve({ action: 'solve' }, ticket, now)] : []),
  ];
  const refused = steps.find((step) => 'reason' in step);
  if (refused) return refused;
  const isMoved = department !== undefined && department !== ticket.department_id;
  return {
    fields: {
      ...Object.assign({}, ...steps.map((step) => ('fields' in step ? step.fields : {}))),
      // A ticket loses its assignee when it is transferred.
      ...(isMoved && { department_id: department, assignee_id: null }),
      ...(assignee !== undefined && { assignee_id: assignee }),
    },
    answers,
  };
}

function setTags({ add, remove }: Action<'tag'>, ticket: Ticket): BulkStep {
  const kept = ticket.tags.filter((tag) => !remove.includes(tag));
  const tags = [...new Set([...kept, ...add])];
  return tags.length > LIMITS.tags ? { reason: 'too_many_tags' } : { fields: { tags } };
}

/** The fields that differ, before and after, for undoing. */
export function changedFieldsOf(
  before: Ticket,
  after: Ticket,
): { before: ChangedFields; after: ChangedFields } {
  const fields = TICKET_FIELDS.filter((field) => !isSame(before[field], after[field]));
  const moved = before.status === after.status ? [] : (['waiting_since', 'unread', 'solved_at'] as const);
  const ids = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  const answered = [...ids].filter((id) => !isSameAnswer(before.fields[id], after.fields[id]));
  const pick = (ticket: Ticket): ChangedFields => ({
    ...Object.fromEntries([...fields, ...moved, 'version' as const].map((field) => [field, ticket[field]])),
    ...(answered.length > 0 && {
      answers: Object.fromEntries(answered.map((id) => [id, ticket.fields[id] ?? null])),
    }),
  });
  return { before: pick(before), after: pick(after) };
}

/** Whether the ticket still has the values that the change gave it. Pure. */
export const isUnchanged = (ticket: Ticket, { answers = {}, ...after }: ChangedFields): boolean =>
  TICKET_FIELDS.every((field) => !(field in after) || isSame(ticket[field], after[field] ?? null)) &&
  Object.entries(answers).every(([id, answer]) => isSameAnswer(ticket.fields[id], answer));

function isSame(a: FieldChange['from'], b: FieldChange['to']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
