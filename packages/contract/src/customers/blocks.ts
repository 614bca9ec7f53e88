import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, line, text, timestamp } from '../kit/shapes.ts';

/**
 * What is blocked: an e-mail address, a phone number on every channel that has numbers, or one address on one account, such as a
 * visitor of a chat widget or a contact of Messenger.
 */
export const BLOCK_KINDS = ['email', 'phone', 'contact'] as const;

const target = {
  kind: z.enum(BLOCK_KINDS),
  value: line(LIMITS.identity),
  /** Of a contact only. */
  account_id: id.nullable(),
};

export const block = z.object({
  id,
  ...target,
  /** Of a contact: the channel of its account. */
  media_id: mediaId.nullable(),
  /** The name of the customer at the time of the block. */
  name: z.string(),
  reason: z.string(),
  /** Null: the user no longer exists. */
  user: z.object({ id, name: z.string() }).nullable(),
  created_at: timestamp,
  /** How often something was refused, and when last. */
  refused: z.number().int(),
  last_refused_at: timestamp.nullable(),
});
export type Block = z.infer<typeof block>;

/** A customer's identity by which they can be blocked, and the block if there is one. */
export const blockable = z.object({ ...target, media_id: mediaId.nullable(), block_id: id.nullable() });
export type Blockable = z.infer<typeof blockable>;

/** A refused message or call with its text, kept for `REFUSED_MESSAGE_DAYS`. */
export const refusedMessage = z.object({ id, media_id: mediaId, body: z.string(), at: timestamp });
export type RefusedMessage = z.infer<typeof refusedMessage>;
export const REFUSED_MESSAGE_DAYS = 30;

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  permission: 'CUSTOMERS:BLOCK',
  summary: 'The blocked addresses, numbers and contacts, latest first.',
  response: z.object({ data: z.array(block) }),
});

export const listRefusedMessages = endpoint({
  method: 'GET',
  path: '/api/blocks/:id/refusals',
  permission: 'CUSTOMERS:BLOCK',
  summary:
    'The last 100 messages and calls that a block has refused, of the last 30 days. E-mails are among the rejected ones of their mailbox.',
  params: z.object({ id: idText }),
  response: z.object({ data: z.array(refusedMessage) }),
});

export const listBlockable = endpoint({
  method: 'GET',
  path: '/api/customers/:id/blocks',
  permission: 'CUSTOMERS:BLOCK',
  summary:
    'What a customer can be blocked by: their addresses, numbers and contacts, and which of them are blocked.',
  params: z.object({ id: idText }),
  response: z.object({ data: z.array(blockable) }),
});

export const createBlock = endpoint({
  method: 'POST',
  path: '/api/blocks',
  permission: 'CUSTOMERS:BLOCK',
  summary:
    'Block an address, a number or a contact: its messages and calls are refused, kept with the reason, and create no ticket. An existing block stays as it is.',
  body: z.strictObject({
    ...target,
    account_id: id.nullable().default(null),
    name: text(LIMITS.name).default(''),
    reason: text(LIMITS.name).default(''),
  }),
  response: z.object({ data: block }),
});

export const removeBlock = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:id',
  permission: 'CUSTOMERS:BLOCK',
  summary: 'Unblock an address, a number or a contact. Can be undone with `restore` for a day.',
  params: z.object({ id: idText }),
  response: okResponse,
});

export const restoreBlock = endpoint({
  method: 'POST',
  path: '/api/blocks/:id/restore',
  permission: 'CUSTOMERS:BLOCK',
  summary:
    'Restore a removed block, with its reason and what it has refused. If it was blocked again meanwhile, nothing changes.',
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({ data: block }),
});
