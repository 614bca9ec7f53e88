import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText } from '../kit/shapes.ts';
import { conversation } from '../tickets/tickets.ts';

/** An account by which the customer of a ticket can be written to first, and where. */
export const answerChannel = z.object({
  account_id: id,
  account_name: z.string(),
  media_id: mediaId,
  address: z.string(),
  /** The conversation there, where it has begun on this ticket. */
  conversation_id: id.nullable(),
});
export type AnswerChannel = z.infer<typeof answerChannel>;

const byId = z.object({ id: idText });

export const listAnswerChannels = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/answer-channels',
  permission: 'TICKETS:REPLY',
  summary:
    'Accounts from which a ticket without messages, such as one from a call, can be replied to: those of its department that reach an address of the customer, e-mail first.',
  params: byId,
  response: z.object({ data: z.array(answerChannel) }),
});

export const startConversation = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/conversations',
  permission: 'TICKETS:REPLY',
  summary:
    'Start a conversation with the ticket’s customer on one of these accounts, so that a reply can be sent from there. Sends nothing. Returns the existing conversation if there is one.',
  params: byId,
  body: z.strictObject({ account_id: id }),
  response: z.object({ data: conversation }),
});
