import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import type { Channel, Composed, Reply } from './channel.ts';
import type { ConversationRow } from './store.ts';

type Deps = {
  settings: Pick<Settings, 'config'>;
  tickets: Pick<Tickets, 'timeline'>;
  channelOf: (row: Pick<ConversationRow, 'media_id'>) => Channel | undefined;
};
type AutomaticMessage = {
  ticket: Ticket;
  conversation: ConversationRow;
  /** `key`: the message is sent once per key, however often this is called. */
  reply: Reply;
};
/** `known`: under this key it was sent before. `cannot_send`: its channel does not take it now. */
export type AutomaticOutcome = 'sent' | 'known' | 'cannot_send';

/**
 * Sends a message that no agent wrote. It does not count as a reply: no SLA target is met, and the ticket does not change. Call with
 * the ticket locked.
 */
export type SendAutomatic = (tx: Tx, message: AutomaticMessage) => Promise<AutomaticOutcome>;

export function createAutomaticSending({ settings, tickets, channelOf }: Deps): SendAutomatic {
  return async (tx, { ticket, conversation, reply }) => {
    const channel = channelOf(conversation);
    const answer = { ticket, conversation, reply, isAutomatic: true };
    const composed = channel && reply.body && (await compose(tx, channel, answer));
    if (!composed) return 'cannot_send';
    const { html, ...entry } = composed;
    const { organisation } = await settings.config();
    const { message, isNew } = await tickets.timeline.append(tx, ticket, {
      ...entry,
      kind: 'outbound',
      author: { ...SYSTEM, name: organisation },
      isQuiet: true,
      conversationId: conversation.id,
      mediaId: conversation.media_id,
      clientKey: reply.client_key,
    });
    if (!isNew) return 'known';
    await channel.deliver(tx, conversation, message, html);
    return 'sent';
  };
}

type Answer = Parameters<NonNullable<Channel['compose']>>[1];

/** Undefined where the channel cannot send it now. No error is shown, since nobody has asked for this message. */
async function compose(tx: Tx, channel: Channel, answer: Answer): Promise<Composed | undefined> {
  const { body } = answer.reply;
  try {
    return (await channel.compose?.(tx, answer)) ?? { body, state: 'sent', mail: undefined, html: null };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
