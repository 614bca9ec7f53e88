import type { AutoReplyKind, RuleSkipReason, Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { SendAutomatic } from '../automatic-message.ts';
import type { ConversationRow } from '../store.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'clock'> & { send: SendAutomatic };
type Speech = {
  ticket: Ticket;
  conversation: ConversationRow;
  body: string;
  /** The message is sent once per key, however often this is called. */
  key: string;
  kind: AutoReplyKind | 'rule';
};
/** Why nothing was sent. */
export type NotSentReason = Extract<RuleSkipReason, 'refused' | 'too_often' | 'cannot_send'>;

/** Sends a message that no agent wrote. Call with the ticket locked. Returns the reason where nothing was sent. */
export type SendRateLimited = (tx: Tx, speech: Speech) => Promise<NotSentReason | undefined>;

/** Stops a loop between us and another machine that replies automatically. */
const MOST_AN_HOUR = 6;
const HOUR_MS = 3_600_000;

/** Sends messages that no agent wrote, at most `MOST_AN_HOUR` to one address in an hour. */
export function createRateLimitedSending({ clock, send }: Deps): SendRateLimited {
  async function reasonAgainst(tx: Tx, conversation: ConversationRow): Promise<NotSentReason | undefined> {
    if (conversation.refuses_since !== null) return 'refused';
    const since = new Date(clock.now().getTime() - HOUR_MS);
    return (await store.countSent(tx.q, conversation, since)) >= MOST_AN_HOUR ? 'too_often' : undefined;
  }

  return async (tx, { ticket, conversation, body, key, kind }) => {
    const reason = await reasonAgainst(tx, conversation);
    if (reason) return reason;
    const reply = { client_key: key, body, file_ids: [] };
    const outcome = await send(tx, { ticket, conversation, reply });
    if (outcome !== 'sent') return outcome === 'known' ? 'too_often' : outcome;
    const { channel_account_id, address } = conversation;
    await store.insertSent(tx.q, {
      channel_account_id,
      address,
      ticket_id: ticket.id,
      kind,
      sent_at: clock.now(),
      // A rule's message counts for the limit, but does not affect which automatic reply was the last.
      is_over: kind === 'rule',
    });
    return undefined;
  };
}
