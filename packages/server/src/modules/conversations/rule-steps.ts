import { LIMITS, type RuleSkipReason, type Ticket } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Customers } from '#modules/customers';
import { variablesIn } from '#modules/lists';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { firstNameOf } from './auto-replies/rules.ts';
import type { SendRateLimited } from './auto-replies/rate-limited-sending-service.ts';
import { createMacroTexts } from './macros/macro-text.ts';
import type { ConversationRow } from './store.ts';

type Deps = {
  settings: Settings;
  customers: Pick<Customers, 'read'>;
  tickets: Pick<Tickets, 'sla' | 'timeline'>;
  speak: SendRateLimited;
  writtenOn: (q: Query, ticketId: number) => Promise<ConversationRow | undefined>;
  addresseeOf: (q: Query, ticket: Ticket, isAutomatic: true) => Promise<string | undefined>;
};

/** The customer's own name, unless it looks like a link or an address: a rule must not send a stranger's link to others. */
const nameToSay = (name: string): string =>
  /[@/:{}]|\p{L}\.\p{L}/u.test(name) ? firstNameOf(name) : name.slice(0, LIMITS.name);

/** Whether the text contains custom fields of the customer, which must not be sent to anybody else who writes on the ticket. */
const isAboutCustomer = (text: string): boolean =>
  variablesIn(text).some((variable) => variable.startsWith('customer.field.'));

/** The texts that automation rules send, with the same variables as macros. */
export function createRuleSteps(deps: Deps) {
  const { settings, tickets, speak, writtenOn, addresseeOf } = deps;
  const textsOn = createMacroTexts(deps);

  /** No agent wrote it, so `agent.name` is the organisation's name. */
  async function texts(q: Query, ticket: Ticket) {
    const { organisation } = await settings.config();
    return textsOn(q, ticket, { fullname: organisation });
  }

  /** Whether the last message was written by a machine, to which replies could go on for ever. */
  async function isToMachine(q: Query, ticket: Ticket): Promise<boolean> {
    if (await tickets.sla.isQuiet(q, ticket.id)) return true;
    const [last] = await tickets.timeline.listMessages({ ticketId: ticket.id, kinds: ['inbound'], limit: 1 });
    return last?.mail?.is_auto === true || last?.extra?.kind === 'system';
  }

  /** The text with its variables filled in for its recipient; undefined if it cannot be sent to them. */
  async function textFor(q: Query, ticket: Ticket, text: string): Promise<string | undefined> {
    const { fill, demandWhole } = await texts(q, ticket);
    try {
      demandWhole(text);
      const other = await addresseeOf(q, ticket, true);
      if (other !== undefined && isAboutCustomer(text)) return undefined;
      const body = fill(text, { 'customer.name': nameToSay(other ?? ticket.customer_name) });
      return body.length <= LIMITS.body ? body : undefined;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  return {
    noteOfRule: async (q: Query, ticket: Ticket, note: string): Promise<string> =>
      (await texts(q, ticket)).fill(note).slice(0, LIMITS.body),

    /** Sends the rule's message to the customer; call with the ticket locked. Returns the reason if nothing was sent. */
    async answerByRule(
      tx: Tx,
      ticket: Ticket,
      { text, key }: { text: string; key: string },
    ): Promise<RuleSkipReason | undefined> {
      const conversation = await writtenOn(tx.q, ticket.id);
      if (!conversation) return 'no_conversation';
      if (await isToMachine(tx.q, ticket)) return 'automatic';
      const body = await textFor(tx.q, ticket, text);
      if (body === undefined) return 'cannot_send';
      return speak(tx, { ticket, conversation, body, key, kind: 'rule' });
    },
  };
}
