import { writeMessagingFailure, type MessageExtra, type MessageState } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import * as store from './delivery-store.ts';
import type { KnownMessage } from './delivery-store.ts';
import type { MessageRecords } from '../outbound/message-records.ts';
import * as outbox from '../outbound/outbox-store.ts';
import type { PendingUpdate } from '../providers/provider.ts';

type Deps = Pick<Platform, 'clock'> & { records: MessageRecords };
type MessageRef = { accountId: number; providerId: string };
type Status = Extract<PendingUpdate, { type: 'status' }>;

/** Applies states, reactions and edits to messages. Applying one twice changes nothing. */
export type MessageUpdates = {
  /** Applies an update, or keeps it until its message arrives. */
  apply(tx: Tx, named: MessageRef, event: PendingUpdate): Promise<void>;
  /** The state of a message is the lowest of its parts: told to the ticket, with the cause of a failure. */
  applyState(tx: Tx, known: KnownMessage, cause: Pick<Status, 'fault' | 'said'>): Promise<void>;
  /** Wakes the sender, since messages may wait for an earlier one that turns out to have been delivered. */
  letNextGo(tx: Tx, accountId: number): Promise<void>;
  /** Applies the updates that arrived before their message. */
  applyPending(tx: Tx, named: MessageRef): Promise<void>;
};

const RANK = { failed: 0, sent: 1, delivered: 2, read: 3 } as const;

export function createMessageUpdates({ clock, records }: Deps): MessageUpdates {
  async function apply(tx: Tx, named: MessageRef, event: PendingUpdate): Promise<void> {
    if (event.type === 'status' && event.mark && (await outbox.markSentByReference(tx.q, named, event.mark)))
      await letNextGo(tx, named.accountId);
    const known =
      (await store.lockMessage(tx.q, named)) ??
      (await knownByReceipt(tx, named, event)) ??
      (await knownByNow(tx, named));
    if (!known) return store.insertPending(tx.q, named, event, clock.now());
    if (event.type === 'status') return advance(tx, named, known, event);
    return change(tx, known, event);
  }

  /** Looks again with the id locked: the message may have been stored meanwhile, and the update would wait for ever. */
  async function knownByNow(tx: Tx, named: MessageRef): Promise<KnownMessage | undefined> {
    await store.lockProviderMessageId(tx.q, named);
    return store.lockMessage(tx.q, named);
  }

  /** Finds a message whose provider id we do not know, because the response to sending it was lost or is still under way. */
  async function knownByReceipt(
    tx: Tx,
    named: MessageRef,
    event: PendingUpdate,
  ): Promise<KnownMessage | undefined> {
    if (event.type !== 'status' || !event.receipt) return undefined;
    if (await outbox.markSentByReceipt(tx.q, named, event.receipt)) await letNextGo(tx, named.accountId);
    return store.lockMessage(tx.q, named);
  }

  async function letNextGo(tx: Tx, accountId: number): Promise<void> {
    await outbox.messageOutboxQueue.enqueueWake(tx, accountId);
  }

  /** Sets a state, but never back to an earlier one, and never to failed after delivered. */
  async function advance(tx: Tx, named: MessageRef, known: KnownMessage, event: Status): Promise<void> {
    if (known.direction !== 'out') return;
    const isNews = event.state === 'failed' ? known.state === 'sent' : RANK[event.state] > RANK[known.state];
    if (!isNews) return;
    await store.setPartState(tx.q, named, event.state);
    await applyState(tx, known, event);
  }

  /** The state of a message is the lowest of its parts. */
  async function applyState(
    tx: Tx,
    known: KnownMessage,
    cause: Pick<Status, 'fault' | 'said'>,
  ): Promise<void> {
    // Locked first: otherwise two parts that are delivered at the same moment would not see each other.
    await records.lock(tx, known);
    const state = await stateOf(tx, known.message_id);
    const failure = state === 'failed' ? writeMessagingFailure(cause.fault ?? 'other', cause.said) : null;
    await records.setOutcome(tx, known, { state, failure });
  }

  async function stateOf(tx: Tx, messageId: number): Promise<MessageState> {
    const waiting = await outbox.listStates(tx.q, messageId);
    if (waiting.includes('failed')) return 'failed';
    const parts = await store.listPartStates(tx.q, messageId);
    if (parts.includes('failed')) return 'failed';
    if (waiting.includes('queued')) return 'queued';
    return parts.reduce<'sent' | 'delivered' | 'read'>(
      (least, part) => (part !== 'failed' && RANK[part] < RANK[least] ? part : least),
      'read',
    );
  }

  async function change(tx: Tx, known: KnownMessage, event: Exclude<PendingUpdate, Status>): Promise<void> {
    const message = await records.lock(tx, known);
    if (!message) return;
    const extra = message.extra ?? { kind: 'text' as const };
    if (event.type === 'reaction') {
      const reacted = afterReaction(extra, event);
      return reacted && records.changeContent(tx, known, { extra: reacted });
    }
    // Only its author can edit or delete a message.
    if ((known.direction === 'out') !== (event.isOwn === true)) return;
    if (event.type === 'deleted')
      return records.changeContent(tx, known, { extra: { ...extra, deleted_at: event.at } });
    if (extra.edited_at && extra.edited_at >= event.at) return;
    const { cut: _, ...uncut } = extra;
    await records.changeContent(tx, known, {
      body: event.text,
      extra: { ...uncut, ...(event.cut && { cut: event.cut }), edited_at: event.at },
    });
  }

  return {
    apply,
    applyState,
    letNextGo,
    async applyPending(tx, named) {
      for (const event of await store.removePending(tx.q, named)) await apply(tx, named, event);
    },
  };
}

/** A sender has one reaction. Undefined if a newer one of theirs is known already. */
function afterReaction(
  extra: MessageExtra,
  { emoji, at, from = '', isOwn = false }: Extract<PendingUpdate, { type: 'reaction' }>,
): MessageExtra | undefined {
  const { reactions = [], reacted = {}, reacted_at: ofAll } = extra;
  const last = Object.hasOwn(reacted, from) ? reacted[from] : extra.reacted ? undefined : ofAll;
  if (last && last > at) return undefined;
  const by = isOwn ? ('user' as const) : ('customer' as const);
  const isTheirs = (one: (typeof reactions)[number]) => (one.from ?? from) === from && one.by === by;
  const own = emoji ? [{ emoji, by, from }] : [];
  return {
    ...extra,
    reactions: [...reactions.filter((one) => !isTheirs(one)), ...own],
    reacted: { ...reacted, [from]: at },
  };
}
