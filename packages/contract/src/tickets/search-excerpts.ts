import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { id, idListText } from '../kit/shapes.ts';

/** Where a search has found its words on a ticket, with the words marked. The parts are plain text, one after the other. */
export const searchExcerpt = z.object({
  ticket_id: id,
  source: z.enum(['message', 'note', 'subject']),
  parts: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
});
export type SearchExcerpt = z.infer<typeof searchExcerpt>;

export const listSearchExcerpts = endpoint({
  method: 'GET',
  path: '/api/tickets/excerpts',
  permission: 'TICKETS:VIEW',
  summary:
    'Where the words of a search were found on these tickets: the newest message or note that contains them, otherwise the subject. Omits tickets that you may not see, and those found by a number or a name.',
  query: z.strictObject({ q: z.string().min(1).max(LIMITS.search), ids: idListText }),
  response: z.object({ data: z.array(searchExcerpt) }),
});
