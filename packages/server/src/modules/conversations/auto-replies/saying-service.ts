import {
  fillAutoReply,
  type AutoReplies,
  type AutoReplyKind,
  type AutoReplyValues,
  type Language,
  type Ticket,
} from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import type { Channel, Composed, Reply } from '../channel.ts';
import type { ConversationRow } from '../store.ts';
import { firstNameOf, languageOf } from './rules.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'clock'> & {
  settings: Pick<Settings, 'config' | 'findDepartment'>;
  customers: Pick<Customers, 'read'>;
  tickets: Pick<Tickets, 'append'>;
  channelOf: (row: Pick<ConversationRow, 'media_id'>) => Channel | undefined;
};

/** What is said, and to whom. */
type Saying = {
  ticket: Ticket;
  conversation: ConversationRow;
  replies: AutoReplies;
  kind: AutoReplyKind;
  /** Under which it is said once, however often that is tried. */
  key: string;
  /** What only this kind knows, in words of that language. */
  valuesIn?: (language: Language) => AutoReplyValues;
};

/** Two machines that answer each other must come to an end. */
const MOST_AN_HOUR = 6;
const HOUR_MS = 3_600_000;

export type AutoReplySaying = ReturnType<typeof createSaying>;

/** Says something by itself. It is no answer of ours: no clock ends by it, and nothing on the ticket changes. */
export function createSaying({ clock, settings, customers, tickets, channelOf }: Deps) {
  async function wordsOf(tx: Tx, { ticket, replies, kind, valuesIn }: Saying): Promise<string> {
    const customer = await customers.read(tx.q, ticket.customer_id);
    const { default_language: usual } = await settings.config();
    const { text } = replies[kind];
    const language = languageOf(text, [customer.language, usual]);
    if (language === undefined) return '';
    const department = await settings.findDepartment(tx.q, ticket.department_id);
    return fillAutoReply(text[language], {
      ...valuesIn?.(language),
      'customer.first_name': firstNameOf(customer.name),
      'ticket.number': ticket.number,
      department: department?.name ?? '',
    });
  }

  /** Is there a reason to keep silent? Never the same twice in a row, nor over and over. */
  async function isEnough(tx: Tx, { ticket, conversation, kind }: Saying): Promise<boolean> {
    if (conversation.refuses_since !== null) return true;
    if ((await store.findLastKind(tx.q, ticket.id)) === kind) return true;
    const since = new Date(clock.now().getTime() - HOUR_MS);
    return (await store.countSent(tx.q, conversation, since)) >= MOST_AN_HOUR;
  }

  /** Says it, unless there is a reason not to; call with the ticket locked. True where it was said. */
  return async (tx: Tx, saying: Saying): Promise<boolean> => {
    const { ticket, conversation, replies, kind, key } = saying;
    const channel = channelOf(conversation);
    if (!channel || !replies[kind].is_on || (await isEnough(tx, saying))) return false;
    const body = await wordsOf(tx, saying);
    const reply: Reply = { client_key: key, body, file_ids: [] };
    const composed = body && (await compose(tx, channel, { ticket, conversation, reply }));
    if (!composed) return false;
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
    if (!isNew) return false;
    await channel.deliver(tx, conversation, message, html);
    const { channel_account_id, address } = conversation;
    const sent = { channel_account_id, address, ticket_id: ticket.id, kind, sent_at: clock.now() };
    await store.insertSent(tx.q, sent);
    return true;
  };
}

type Answer = { ticket: Ticket; conversation: ConversationRow; reply: Reply };

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
