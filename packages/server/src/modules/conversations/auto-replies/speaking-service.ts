import type { AutoReplyKind, RuleReason, Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import type { Channel, Composed, Reply } from '../channel.ts';
import type { ConversationRow } from '../store.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'clock'> & {
  settings: Pick<Settings, 'config'>;
  tickets: Pick<Tickets, 'append'>;
  channelOf: (row: Pick<ConversationRow, 'media_id'>) => Channel | undefined;
};
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
export type Speaking = ReturnType<typeof createSpeaking>;

/** Two machines that answer each other must come to an end. */
const MOST_AN_HOUR = 6;
const HOUR_MS = 3_600_000;

/** Says something that nobody of us has written. It is no answer: no clock ends by it, and nothing on the ticket changes. */
export function createSpeaking({ clock, settings, tickets, channelOf }: Deps) {
  async function reasonAgainst(tx: Tx, conversation: ConversationRow): Promise<Silence | undefined> {
    if (conversation.refuses_since !== null) return 'refused';
    const since = new Date(clock.now().getTime() - HOUR_MS);
    return (await store.countSent(tx.q, conversation, since)) >= MOST_AN_HOUR ? 'too_often' : undefined;
  }

  /** Call with the ticket locked. Gives the reason where it kept silent. */
  return async (tx: Tx, { ticket, conversation, body, key, kind }: Speech): Promise<Silence | undefined> => {
    const reason = await reasonAgainst(tx, conversation);
    if (reason) return reason;
    const channel = channelOf(conversation);
    const reply: Reply = { client_key: key, body, file_ids: [] };
    const answer = { ticket, conversation, reply, isAutomatic: true };
    const composed = channel && body && (await compose(tx, channel, answer));
    if (!composed) return 'cannot_send';
    const { html, ...entry } = composed;
    const { organisation } = await settings.config();
    const { message, isNew } = await tickets.append(tx, ticket, {
      ...entry,
      kind: 'outbound',
      author: { ...SYSTEM, name: organisation },
      isQuiet: true,
      conversationId: conversation.id,
      mediaId: conversation.media_id,
      clientKey: key,
    });
    if (!isNew) return 'too_often';
    await channel.deliver(tx, conversation, message, html);
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

type Answer = Parameters<NonNullable<Channel['compose']>>[1];

/** Undefined where the channel may not send it now, as for a person: nobody is told, as nobody has asked for it. */
async function compose(tx: Tx, channel: Channel, answer: Answer): Promise<Composed | undefined> {
  const { body } = answer.reply;
  try {
    return (await channel.compose?.(tx, answer)) ?? { body, state: 'sent', mail: undefined, html: null };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
