import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { clientKey, id, idText, line } from '../kit/shapes.ts';
import { ticket } from '../tickets/tickets.ts';

/** The statuses and assignees that a macro may set. */
export const MACRO_STATUSES = ['open', 'pending', 'on_hold', 'solved'] as const;
export const MACRO_ASSIGNEES = ['me', 'none'] as const;

/** Several steps on a ticket in one; null or empty fields change nothing. */
export const macro = z.object({
  id,
  name: z.string(),
  /** Null: for every department. */
  department_id: id.nullable(),
  reply: z.string(),
  /** Whether the reply is sent at once, instead of put into the reply box. */
  sends_at_once: z.boolean(),
  note: z.string(),
  status: z.enum(MACRO_STATUSES).nullable(),
  assignee: z.enum(MACRO_ASSIGNEES).nullable(),
  /** The user who is assigned; they must be in the department that the ticket then has. */
  assign_to_id: id.nullable(),
  move_to_id: id.nullable(),
  priority_id: id.nullable(),
  type_id: id.nullable(),
  category_id: id.nullable(),
  tags_added: z.array(z.string()),
  tags_removed: z.array(z.string()),
});
export type Macro = z.infer<typeof macro>;

/** `details` of the `conflict` where the macro's assignee cannot take the ticket. */
export const macroPersonDetails = z.object({
  reason: z.enum(['person_gone', 'person_elsewhere']),
  name: z.string(),
});

/** `details` of the `conflict` where the macro's reply would be sent with unfilled variables: the variables. */
export const macroTextDetails = z.object({
  reason: z.literal('variables_left'),
  names: z.array(z.string()),
});

export const listMacros = endpoint({
  method: 'GET',
  path: '/api/macros',
  permission: 'TICKETS:EDIT',
  summary: 'The active macros.',
  response: z.object({ data: z.array(macro) }),
});

export const runMacro = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/macros',
  permission: 'TICKETS:EDIT',
  summary:
    'Run a macro on a ticket, all of its actions or none. Each action requires its own permission. The same client_key runs it once.',
  params: z.object({ id: idText }),
  body: z.strictObject({
    macro_id: id,
    version: z.number().int(),
    client_key: clientKey,
    /** The name of the recipient, where one is chosen already: a reply for the reply box greets them. */
    addressee: line(LIMITS.identity).optional(),
    /** The conversation for the reply, as in `replyToTicket`. */
    conversation_id: id.optional(),
  }),
  response: z.object({
    data: z.object({
      ticket,
      run_id: id,
      /** The reply for the reply box, with its variables filled in; not sent. */
      reply: z.string(),
      /** Whether it has sent a reply, which an undo cannot take back. */
      has_sent: z.boolean(),
      can_undo: z.boolean(),
    }),
  }),
});

export const undoMacro = endpoint({
  method: 'POST',
  path: '/api/macros/runs/:id/undo',
  permission: 'TICKETS:EDIT',
  summary:
    'Undo your macro within a day: its fields get the values from before, unless someone has changed them since. Messages and notes stay.',
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({ data: ticket }),
});
