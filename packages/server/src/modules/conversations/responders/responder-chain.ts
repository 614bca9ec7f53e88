import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import { inSavepoint } from '#platform/savepoint';
import type { ConversationRow } from '../store.ts';
import type { ResponderHolds, HoldingResponder } from './holds.ts';
import { RESPONDER_BUDGET_MAX_MS, type Responder, type ResponderTurn } from './responder.ts';

type Deps = Pick<Platform, 'log'> & {
  /** All responders, in their order. */
  all: () => readonly Responder[];
  holds: ResponderHolds;
  isCall: (row: ConversationRow) => boolean;
};

/** Passes messages to the responders in their order. Everything here is called in a transaction that has locked the ticket. */
export type ResponderChain = {
  /** The registered responder of that name that takes messages. */
  findHolder(name: string | null): HoldingResponder | undefined;
  /** Asks the responders after this one, until one takes the message. Returns whether one did. */
  meetAfter(tx: Tx, turn: ResponderTurn, after: string | null): Promise<boolean>;
  /** Handles a customer's message: it goes to the responder that holds the conversation, else to all in their order. */
  meet(tx: Tx, turn: ResponderTurn): Promise<void>;
  /** The responder passed: asks those after it, and starts routing if none takes it. Returns whether one did. */
  passOn(tx: Tx, turn: ResponderTurn, by: string): Promise<boolean>;
};

export const isHoldingResponder = (responder: Responder): responder is HoldingResponder =>
  responder.holding !== undefined;

export function createResponderChain({ log, all, holds, isCall }: Deps): ResponderChain {
  const findHolder = (name: string | null): HoldingResponder | undefined =>
    all()
      .filter(isHoldingResponder)
      .find((responder) => responder.name === name);

  /** Only a waiting conversation that no responder has handed over before can be taken. */
  const mayBeTaken = ({ ticket, conversation }: ResponderTurn): boolean =>
    conversation.status === 'waiting' &&
    conversation.held_by === null &&
    conversation.handed_over === null &&
    conversation.refuses_since === null &&
    ticket.assignee_id === null &&
    !conversation.asks_once &&
    !isCall(conversation);

  /** An error of a responder counts as "pass", so that the customer's message is not lost with it. */
  async function wants(tx: Tx, responder: HoldingResponder, turn: ResponderTurn): Promise<boolean> {
    try {
      return (await inSavepoint(tx, (part) => responder.meet(part, turn))) === 'take';
    } catch (error) {
      log.error({ err: error, responder: responder.name }, 'a responder failed; the message passes it');
      return false;
    }
  }

  async function meetAfter(tx: Tx, turn: ResponderTurn, after: string | null): Promise<boolean> {
    const first = all().findIndex(({ name }) => name === after) + 1;
    for (const responder of all().slice(first)) {
      if (!isHoldingResponder(responder)) {
        await responder.meet(tx, turn);
        continue;
      }
      const isTaken = mayBeTaken(turn) && (await wants(tx, responder, turn));
      if (isTaken && (await holds.hold(tx, responder, turn))) return true;
    }
    return false;
  }

  return {
    findHolder,
    meetAfter,

    async meet(tx, turn) {
      const { conversation } = turn;
      const holder = findHolder(conversation.held_by);
      if (holder) return holds.add(tx, holder, turn);
      const isHeld = conversation.held_by !== null;
      const now = isHeld ? await holds.handOver(tx, conversation, 'unregistered') : conversation;
      await meetAfter(tx, { ...turn, conversation: now, handedOver: isHeld ? now.handed_over : null }, null);
    },

    async passOn(tx, turn, by) {
      const conversation = await holds.release(tx, turn.conversation);
      const isTaken = await meetAfter(tx, { ...turn, conversation }, by);
      if (!isTaken) await holds.handOver(tx, { ...conversation, held_by: by }, 'passed');
      return isTaken;
    },
  };
}

/** Refuses a responder whose name or budget is not valid. */
export function demandRegistrable(responder: Responder, all: readonly Responder[]): void {
  if (all.some(({ name }) => name === responder.name))
    throw new Error(`two responders named ${responder.name}`);
  if (isHoldingResponder(responder) && responder.holding.budgetMs > RESPONDER_BUDGET_MAX_MS)
    throw new Error(`${responder.name} wants more than ${RESPONDER_BUDGET_MAX_MS} ms`);
}
