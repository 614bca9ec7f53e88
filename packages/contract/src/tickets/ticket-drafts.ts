import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { fileRef, id, timestamp } from '../kit/shapes.ts';

export const draftKind = z.enum(['reply', 'note']);
export type DraftKind = z.infer<typeof draftKind>;

export const draft = z.object({
  kind: draftKind,
  body: z.string(),
  attachments: z.array(fileRef),
  updated_at: timestamp,
});

export const listDraftTickets = endpoint({
  method: 'GET',
  path: '/api/tickets/drafts',
  permission: 'TICKETS:VIEW',
  keys: false,
  summary: 'IDs of the tickets on which you have a draft of a reply or a note, latest first.',
  response: z.object({ data: z.array(id) }),
});

export const ticketDraftEvents = {
  /** Sent to one user: they have a draft on this ticket now, or no longer. */
  'ticket-draft': z.object({ ticket_id: id, has_draft: z.boolean() }),
};
