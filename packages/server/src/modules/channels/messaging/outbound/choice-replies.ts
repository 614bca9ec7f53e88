import {
  CHANNEL_TRAITS,
  choiceFaultOf,
  numberedChoicesText,
  type MediaId,
  type Message,
  type MessageExtra,
} from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Channel, Reply } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import { partsOf, partsWithChoices } from './message-parts.ts';
import type { OutgoingMessage } from '../providers/provider.ts';

type Deps = { accounts: Accounts; customers: Customers };
type Conversation = Parameters<Channel['deliver']>[1];

/** Labels of a list of choices, in the customer's language. */
const OPEN = { en: 'Choose', id: 'Pilih' } as const;

/** Replies with choices: their form on the time line and in the outbox. */
export function createChoiceReplies({ accounts, customers }: Deps) {
  return {
    /** Refuses choices that the channel does not take. */
    extraOf({ media_id: mediaId }: Conversation, { body, choices }: Reply): MessageExtra | undefined {
      if (!choices) return undefined;
      demandChoices(mediaId, body, choices);
      return { kind: 'text', choices };
    },

    /** Where the provider has no buttons, choices are lines of the text. */
    async partsOf(
      tx: Tx,
      account: AccountRow,
      {
        customerId,
        message,
      }: { customerId: number; message: Pick<Message, 'id' | 'body' | 'attachments' | 'extra'> },
    ): Promise<OutgoingMessage[]> {
      const { id: messageId, body, attachments, extra } = message;
      const { textLimits, split, choiceTextMost } = accounts.providerOf(account.provider);
      const titles = extra?.choices;
      if (titles && choiceTextMost !== undefined) {
        const { language } = await customers.read(tx.q, customerId);
        const limits = { ...textLimits, alone: choiceTextMost };
        return partsWithChoices(body, attachments, { choices: { titles, open: OPEN[language] }, limits });
      }
      const text = titles ? numberedChoicesText(body, titles) : body;
      return split?.(text, { messageId, smpp: account.smpp }) ?? partsOf(text, attachments, textLimits);
    },
  };
}

function demandChoices(mediaId: MediaId, body: string, choices: readonly string[]): void {
  const limits = CHANNEL_TRAITS[mediaId].choices;
  const fault = limits && choiceFaultOf(limits, choices);
  const wrong = (message: string) => new AppError('invalid', [{ path: 'choices', message }]);
  if (!limits) throw wrong('This channel has no choices');
  if (body.trim() === '') throw wrong('Choices stand below a text');
  if (fault?.code === 'too_many') throw wrong(`At most ${fault.most} choices`);
  if (fault?.code === 'twice') throw wrong(`Twice the same: ${fault.choice}`);
  if (fault) throw wrong(`At most ${fault.most} characters each: ${fault.choice}`);
}
