import { z } from 'zod';
import { answerChanges } from '../custom-fields/custom-fields.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { id, idText, tag, timestamp } from '../kit/shapes.ts';
import { ticketFilter } from './tickets.ts';

const given = answerChanges.refine((fields) => Object.keys(fields).length > 0, 'Nothing to answer');
const tags = z.array(tag).max(LIMITS.tags);

const settable = {
  priority_id: id.optional(),
  type_id: id.nullable().optional(),
  category_id: id.nullable().optional(),
  subcategory_id: id.nullable().optional(),
  caller_type_id: id.nullable().optional(),
};

const hasItsCategory = ({
  category_id: category,
  subcategory_id: sub,
}: {
  category_id?: number | null | undefined;
  subcategory_id?: number | null | undefined;
}) => sub === undefined || sub === null || typeof category === 'number';

/**
 * What is done to every selected ticket. `set`, `answer` and `tag` require TICKETS:EDIT, the others the permission of the same
 * name.
 */
export const bulkAction = z.discriminatedUnion('action', [
  z
    .strictObject({
      action: z.literal('set'),
      status: z.enum(['open', 'pending', 'on_hold']).optional(),
      ...settable,
    })
    .refine((change) => Object.keys(change).length > 1, 'Nothing to set')
    .refine(hasItsCategory, 'A subcategory needs its category'),
  /** Several at once, all of them on a ticket or none; each takes its own permission. */
  z
    .strictObject({
      action: z.literal('update'),
      status: z.enum(['open', 'pending', 'on_hold', 'solved']).optional(),
      ...settable,
      tags_added: tags.optional(),
      tags_removed: tags.optional(),
      department_id: id.optional(),
      assignee_id: id.nullable().optional(),
      fields: answerChanges.optional(),
    })
    .refine(hasItsCategory, 'A subcategory needs its category'),
  /** Snoozes until a time; tickets that are solved or closed are left out. */
  z.strictObject({ action: z.literal('snooze'), until: z.iso.datetime() }),
  /** Runs a macro on each ticket, with the macro's own permission checks. Messages that it sends cannot be undone. */
  z.strictObject({ action: z.literal('macro'), macro_id: id }),
  z
    .strictObject({ action: z.literal('tag'), add: tags, remove: tags })
    .refine(({ add, remove }) => add.length + remove.length > 0, 'No tag'),
  z.strictObject({ action: z.literal('assign'), assignee_id: id.nullable() }),
  z.strictObject({ action: z.literal('transfer'), department_id: id }),
  /** Answers to custom fields, validated for each ticket; a ticket that a field does not apply to is left out. */
  z.strictObject({ action: z.literal('answer'), fields: given }),
  /**
   * `fields` are answers that solving requires, for tickets that lack them. Tickets that are then complete are solved; the
   * others keep the answers, and stay open.
   */
  z.strictObject({ action: z.literal('solve'), fields: given.optional() }),
  z.strictObject({ action: z.literal('reopen') }),
]);
export type BulkAction = z.output<typeof bulkAction>;

/** Why a ticket was left out. */
export const BULK_REASONS = [
  /** It does not exist, or the user may not see it. */
  'gone',
  'same',
  'solved',
  'closed',
  /** It was merged into another. */
  'merged',
  'too_many_tags',
  /** A required answer is missing. */
  'fields_missing',
  /** The given answers were stored, but others are missing: it stays open. */
  'answered',
  /** The custom field does not apply to its type or category. */
  'not_here',
  /** For an undo: somebody has changed it since. */
  'changed_since',
  /** A step of the macro takes a permission that the user lacks. */
  'forbidden',
  /** The macro is for another department. */
  'macro_elsewhere',
  /** The macro's assignee is gone, or of another department. */
  'person_elsewhere',
  /** The macro's reply has variables without a value on this ticket. */
  'variables_left',
  /** The macro's reply cannot be sent to this customer. */
  'not_sent',
  'failed',
] as const;
export type BulkReason = (typeof BULK_REASONS)[number];
const reason = z.enum(BULK_REASONS);

export const bulkChange = z.object({
  id,
  at: timestamp,
  change: bulkAction,
  /** The bulk update that this one undoes, and the one that undid it. */
  undoes: id.nullable(),
  undone_by: id.nullable(),
  status: z.enum(['running', 'done', 'stopped']),
  /** It waits until earlier ones of the same user are done. */
  is_waiting: z.boolean(),
  total: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  left_out: z.array(z.object({ reason, count: z.number().int() })),
  ended_at: timestamp.nullable(),
  can_undo: z.boolean(),
});
export type BulkChange = z.infer<typeof bulkChange>;

const one = z.object({ data: bulkChange });
const byId = z.object({ id: idText });

export const countTickets = endpoint({
  method: 'GET',
  path: '/api/tickets/count',
  permission: 'TICKETS:VIEW',
  summary: 'How many tickets match a filter, counted up to the maximum of one bulk update.',
  query: ticketFilter.extend({
    /** Counts no further, which costs less. */
    up_to: z.coerce.number().int().min(1).max(LIMITS.bulkTickets).default(LIMITS.bulkTickets),
  }),
  response: z.object({ data: z.object({ count: z.number().int(), is_more: z.boolean() }) }),
});

export const startBulkChange = endpoint({
  method: 'POST',
  path: '/api/tickets/bulk',
  permission: 'TICKETS:VIEW',
  // No API keys: the update runs in the name of a user, and would continue after the key was revoked.
  keys: false,
  summary:
    'Update many tickets, given by their IDs or a filter, in the background; progress is sent as `bulk-changed`. Requires the same permissions as the same change of one ticket.',
  perMinute: 30,
  body: z.strictObject({
    change: bulkAction,
    tickets: z.union([
      z.strictObject({ ids: z.array(id).min(1).max(LIMITS.bulkTickets) }),
      z.strictObject({ filter: ticketFilter }),
    ]),
  }),
  response: one,
});

export const listBulkChanges = endpoint({
  method: 'GET',
  path: '/api/tickets/bulk',
  permission: 'TICKETS:VIEW',
  summary: 'Your last bulk updates, latest first.',
  response: z.object({ data: z.array(bulkChange) }),
});

export const getBulkChange = endpoint({
  method: 'GET',
  path: '/api/tickets/bulk/:id',
  permission: 'TICKETS:VIEW',
  summary:
    'One of your bulk updates, with the first hundred tickets that were skipped and why. `needs` are those that cannot be solved yet, with their missing fields.',
  params: byId,
  response: z.object({
    data: bulkChange.extend({
      left: z.array(z.object({ ticket_id: id, number: z.string().nullable(), reason })),
      needs: z.object({ ticket_ids: z.array(id), field_ids: z.array(id) }),
    }),
  }),
});

export const stopBulkChange = endpoint({
  method: 'POST',
  path: '/api/tickets/bulk/:id/stop',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary: 'Stop a running bulk update; the remaining tickets are not changed.',
  params: byId,
  body: z.strictObject({}),
  response: one,
});

export const undoBulkChange = endpoint({
  method: 'POST',
  path: '/api/tickets/bulk/:id/undo',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary:
    'Undo a bulk update within a day: fields that were not changed since get their old values, also on tickets that you no longer see because of it. The undo is a bulk update itself; if it restored nothing, it can be tried again.',
  params: byId,
  body: z.strictObject({}),
  response: one,
});

export const bulkEvents = { 'bulk-changed': bulkChange };
