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

/** What a change replaced on a ticket, and with what: its logged fields, and what goes with solving. */
export type ChangedFields = Partial<
  Pick<Ticket, (typeof TICKET_FIELDS)[number] | 'waiting_since' | 'unread' | 'solved_at' | 'version'> & {
    /** By custom field; null: there was none. */
    answers: AnswerChanges;
  }
>;
type Action<A extends BulkAction['action']> = Extract<BulkAction, { action: A }>;
/** `answers` are still to be checked against the custom fields. */
export type Step = { fields: FieldValues; answers?: AnswerChanges | undefined } | { reason: BulkReason };

/** The right that the same change of one ticket takes. */
export const permissionOf = ({ action }: BulkAction): Permission =>
  (
    {
      set: 'TICKETS:EDIT',
      tag: 'TICKETS:EDIT',
      answer: 'TICKETS:EDIT',
      assign: 'TICKETS:ASSIGN',
      transfer: 'TICKETS:TRANSFER',
      solve: 'TICKETS:SOLVE',
      reopen: 'TICKETS:SOLVE',
    } as const
  )[action];

const isDone = ({ status }: Ticket) => status === 'solved' || status === 'closed';

/** What a bulk change does to one ticket, or why it leaves it out. The same rules as for a change of one. Pure. */
export function stepFor(change: BulkAction, ticket: Ticket, now: Date): Step {
  switch (change.action) {
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
    case 'answer':
      return { fields: {}, answers: change.fields };
    case 'solve':
      return solve(change, ticket, now);
    case 'reopen':
      return isDone(ticket) ? { fields: { status: 'open', solved_at: null } } : { reason: 'same' };
  }
}

function solve({ fields = {} }: Action<'solve'>, ticket: Ticket, now: Date): Step {
  if (isDone(ticket)) return { reason: ticket.status === 'closed' ? 'closed' : 'same' };
  return { fields: { status: 'solved', solved_at: now }, answers: fields };
}

function setFields({ action: _action, ...fields }: Action<'set'>, ticket: Ticket): Step {
  if (fields.status && isDone(ticket)) return { reason: ticket.status === 'closed' ? 'closed' : 'solved' };
  const isMoved = fields.category_id !== undefined && fields.category_id !== ticket.category_id;
  // A subcategory belongs to its category, and does not go with the ticket to another.
  return {
    fields: { ...fields, ...(isMoved && fields.subcategory_id === undefined && { subcategory_id: null }) },
  };
}

function setTags({ add, remove }: Action<'tag'>, ticket: Ticket): Step {
  const kept = ticket.tags.filter((tag) => !remove.includes(tag));
  const tags = [...new Set([...kept, ...add])];
  return tags.length > LIMITS.tags ? { reason: 'too_many_tags' } : { fields: { tags } };
}

/** What changed between the two, on either side: what an undo needs. */
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

/** Is everything as a change left it? Pure. */
export const isUnchanged = (ticket: Ticket, { answers = {}, ...after }: ChangedFields): boolean =>
  TICKET_FIELDS.every((field) => !(field in after) || isSame(ticket[field], after[field] ?? null)) &&
  Object.entries(answers).every(([id, answer]) => isSameAnswer(ticket.fields[id], answer));

function isSame(a: FieldChange['from'], b: FieldChange['to']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
