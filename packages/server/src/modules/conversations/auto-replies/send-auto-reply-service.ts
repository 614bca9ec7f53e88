import {
  fillAutoReply,
  type AutoReplies,
  type AutoReplyKind,
  type AutoReplyValues,
  type Language,
  type Ticket,
} from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { ConversationRow } from '../store.ts';
import { firstNameOf, languageOf } from './rules.ts';
import type { SendRateLimited } from './rate-limited-sending-service.ts';
import * as store from './store.ts';

type Deps = {
  settings: Pick<Settings, 'config' | 'findDepartment'>;
  customers: Pick<Customers, 'read'>;
  speak: SendRateLimited;
};

/** An automatic reply, and the conversation that gets it. */
type AutoReplyContext = {
  ticket: Ticket;
  conversation: ConversationRow;
  replies: AutoReplies;
  kind: AutoReplyKind;
  /** Sent once per key, however often this is called. */
  key: string;
  /** The values of variables that only this kind has. */
  valuesIn?: (language: Language) => AutoReplyValues;
};

/** Sends it unless a rule prevents that; call with the ticket locked. Returns whether it was sent. */
export type SendAutoReply = (tx: Tx, saying: AutoReplyContext) => Promise<boolean>;

/** Sends automatic replies, never the same kind twice in a row, and only so many in an hour. */
export function createSendAutoReply({ settings, customers, speak }: Deps): SendAutoReply {
  async function wordsOf(
    tx: Tx,
    { ticket, conversation, replies, kind, valuesIn }: AutoReplyContext,
  ): Promise<string> {
    // The conversation's customer, not the ticket's: after a merge one ticket has conversations of two customers.
    const customer = await customers.read(tx.q, conversation.customer_id);
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

  return async (tx, saying) => {
    const { ticket, conversation, replies, kind, key } = saying;
    if (!replies[kind].is_on || (await store.findLastAutoReplyKind(tx.q, ticket.id)) === kind) return false;
    const body = await wordsOf(tx, saying);
    return (await speak(tx, { ticket, conversation, body, key, kind })) === undefined;
  };
}
