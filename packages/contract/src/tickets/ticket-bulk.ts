import { z } from 'zod';
import { answerChanges } from '../custom-fields/custom-fields.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { id, idText, tag, timestamp } from '../kit/shapes.ts';
import { ticketFilter } from './tickets.ts';

const given = answerChanges.refine((fields) => Object.keys(fields).length > 0, 'Nothing to answer');
const tags = z.array(tag).max(LIMITS.tags);

/** What is to be done to every chosen ticket. `set`, `answer` and `tag` take TICKETS:EDIT, the others the right they are named after. */
export const bulkAction = z.discriminatedUnion('action', [
  z
    .strictObject({
      action: z.literal('set'),
      status: z.enum(['open', 'pending', 'on_hold']).optional(),
      priority_id: id.optional(),
      type_id: id.nullable().optional(),
      category_id: id.nullable().optional(),
      subcategory_id: id.nullable().optional(),
      caller_type_id: id.nullable().optional(),
    })
    .refine((change) => Object.keys(change).length > 1, 'Nothing to set')
    .refine(
      ({ category_id: category, subcategory_id: sub }) =>
        sub === undefined || sub === null || typeof category === 'number',
      'A subcategory needs its category',
    ),
  z
    .strictObject({ action: z.literal('tag'), add: tags, remove: tags })
    .refine(({ add, remove }) => add.length + remove.length > 0, 'No tag'),
  z.strictObject({ action: z.literal('assign'), assignee_id: id.nullable() }),
  z.strictObject({ action: z.literal('transfer'), department_id: id }),
  /** Custom fields, each checked as on the ticket; a ticket that one of them is not of is left out. */
  z.strictObject({ action: z.literal('answer'), fields: given }),
  /**
   * `fields` answers what solving asks for, on those tickets where it is not answered yet. Those that are complete then
   * are solved; the others keep what they got, and stay open.
   */
  z.strictObject({ action: z.literal('solve'), fields: given.optional() }),
  z.strictObject({ action: z.literal('reopen') }),
]);
export type BulkAction = z.output<typeof bulkAction>;

/** Why a ticket was left out. */
export const BULK_REASONS = [
  /** It does not exist, or it is not theirs to see. */
  'gone',
  'same',
  'solved',
  'closed',
  /** It was merged into another. */
  'merged',
  'too_many_tags',
  /** What has to be answered before a ticket is solved is not. */
  'fields_missing',
  /** What was given was stored, and it still lacks other answers: it stays open. */
  'answered',
  /** The custom field is not one of tickets of its type or category. */
  'not_here',
  /** Of an undo: somebody has changed it since. */
  'changed_since',
  'failed',
] as const;
export type BulkReason = (typeof BULK_REASONS)[number];
const reason = z.enum(BULK_REASONS);

export const bulkChange = z.object({
  id,
  at: timestamp,
  change: bulkAction,
  /** The bulk change that this one takes back, and the one that took this one back. */
  undoes: id.nullable(),
  undone_by: id.nullable(),
  status: z.enum(['running', 'done', 'stopped']),
  /** Its turn comes when the earlier ones of the same person are done. */
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
  summary: 'How many tickets a filter lists, counted up to what one bulk change takes.',
  query: ticketFilter,
  response: z.object({ data: z.object({ count: z.number().int(), is_more: z.boolean() }) }),
});

export const startBulkChange = endpoint({
  method: 'POST',
  path: '/api/tickets/bulk',
  permission: 'TICKETS:VIEW',
  // It goes on in the name of a person, also when a key that began it were revoked.
  keys: false,
  summary:
    'Change many tickets, named by their ids or by a filter. It is worked off on the server; `bulk-changed` tells how far it is. The change takes the right that the same change of one ticket takes.',
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
  summary: 'Your last bulk changes, the latest first.',
  response: z.object({ data: z.array(bulkChange) }),
});

export const getBulkChange = endpoint({
  method: 'GET',
  path: '/api/tickets/bulk/:id',
  permission: 'TICKETS:VIEW',
  summary:
    'One of your bulk changes, with the first hundred tickets that it left out and why. `needs` are those that still cannot be solved, and the fields that they lack an answer to.',
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
  summary: 'Leave the rest of a running bulk change as it is.',
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
    'Take a bulk change back, within a day: each field that nobody has changed since is what it was, also on tickets that went out of your sight with it. Itself a bulk change; one that put nothing back can be tried again.',
  params: byId,
  body: z.strictObject({}),
  response: one,
});

export const bulkEvents = { 'bulk-changed': bulkChange };
