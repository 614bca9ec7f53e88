import type { AutoReplyKind, RuleReason, Ticket } from '@trunkline/contract';
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
  /** Under which it is said once, however often that is tried. */
  key: string;
  kind: AutoReplyKind | 'rule';
};
/** Why nothing was said. */
export type Silence = Extract<RuleReason, 'refused' | 'too_often' | 'cannot_send'>;

/** Says something that nobody of us has written. Call with the ticket locked. Gives the reason where it kept silent. */
export type Speaking = (tx: Tx, speech: Speech) => Promise<Silence | undefined>;

/** Two machines that answer each other must come to an end. */
const MOST_AN_HOUR = 6;
const HOUR_MS = 3_600_000;

/** Says something that nobody of us has written, and not too often. */
export function createSpeaking({ clock, send }: Deps): Speaking {
  async function reasonAgainst(tx: Tx, conversation: ConversationRow): Promise<Silence | undefined> {
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
      // What a rule says counts, and does not stand between two automatic replies.
      is_over: kind === 'rule',
    });
    return undefined;
  };
}
