import { LIMITS, Media } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { hasVisibleCharacter, onOneLine } from '#platform/foreign-text';
import type { Conversations, Sender } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { GatewayRow } from '../gateways/gateway-store.ts';

/** Finds the customer at the other end of a call, and the ticket of the call. */
export type Callers = {
  /** Opens a ticket for the call, or continues one. */
  begin(
    tx: Tx,
    gateway: GatewayRow,
    calling: CallerDetails,
  ): Promise<{
    owner: { ticket_id: number; customer_id: number; conversation_id: number };
    author: { type: 'customer'; id: number; name: string };
  }>;
};

type Deps = { settings: Settings; customers: Customers; conversations: Conversations };

type CallerDetails = {
  number: string;
  name: string;
  linked: string;
  /** The customer, where the agent who called has chosen one. */
  customerId: number | null;
};

export function createCallers({ settings, customers, conversations }: Deps): Callers {
  /**
   * A shown number is taken for its owner's, as in every contact centre, though it proves nothing; a withheld one belongs to no
   * customer.
   */
  async function customerOf(tx: Tx, shown: string, name: string): Promise<{ id: number; name: string }> {
    const { default_language: language } = await settings.config();
    const phone = await customers.readPhone(shown);
    const called =
      hasVisibleCharacter(name) && name !== shown
        ? onOneLine(name, LIMITS.name)
        : (phone ?? UNKNOWN[language]);
    const person = { name: called, language };
    return phone === null
      ? { id: await customers.introduce(tx, person), name: called }
      : customers.ofAddress(tx, { ...person, kind: 'phone', address: phone, isProven: false });
  }

  return {
    async begin(tx, gateway, { number, name, linked, customerId }) {
      const { default_language: language } = await settings.config();
      const known = customerId === null ? undefined : await customers.merging.resolve(tx, customerId);
      const customer =
        known === undefined
          ? await customerOf(tx, number, name)
          : { id: known, name: (await customers.read(tx.q, known)).name };
      const sender: Sender = {
        account: { id: gateway.id, media_id: Media.voiceCall, department_id: gateway.department_id },
        // Each call has a conversation of its own, since two calls with the same number may go on at once.
        address: linked,
        customerId: customer.id,
        name: customer.name,
        subject: SUBJECTS[language](customer.name),
        isQuiet: true,
      };
      const { ticket, conversation } = await conversations.begin(tx, sender, null);
      return { owner: ownerOf(ticket, conversation.id), author: { type: 'customer', ...customer } as const };
    },
  };
}

const ownerOf = (ticket: { id: number; customer_id: number }, conversationId: number) => ({
  ticket_id: ticket.id,
  customer_id: ticket.customer_id,
  conversation_id: conversationId,
});

const UNKNOWN = { en: 'Unknown caller', id: 'Penelepon tidak dikenal' };
const SUBJECTS = {
  en: (name: string) => `Call with ${name}`,
  id: (name: string) => `Panggilan dengan ${name}`,
};
