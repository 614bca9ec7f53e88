import type { Ticket } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { Author } from '../timeline/message-store.ts';

type Parting = { ticket: Ticket; from: Ticket; mergedTickets: readonly number[]; actor: Author };
type Split = { from: Ticket; into: Ticket; conversations: readonly number[] };
type Moved = { messageIds: readonly number[]; from: readonly number[]; into: number };

/**
 * What hangs on tickets in higher modules and has to follow when tickets are merged, parted or split. Each runs in the
 * transaction of what happens.
 */
export type MergeListener = {
  /** Moves what is in progress on `from`, such as conversations and calls, to `into`. */
  merged?(tx: Tx, change: { from: Ticket; into: Ticket; actor: Author }): Promise<void>;
  /** What began on one of the family goes back to the ticket. Names the conversations and calls that did. */
  parted?(tx: Tx, parting: Parting): Promise<{ conversations?: number[]; calls?: number[] }>;
  /** These messages were moved to another ticket. */
  moved?(tx: Tx, moved: Moved): Promise<void>;
  /**
   * Messages of these conversations, the latest first, were split off: the new ticket can be answered as the old one. Says
   * in which conversation those of which one stand now.
   */
  split?(tx: Tx, change: Split): Promise<{ from: number; to: number } | undefined>;
  /** Whether something in progress, such as a call, keeps this ticket open. */
  goesOn?(q: Query, ticketId: number): Promise<boolean>;
};

/** Calls all listeners in the same transaction and combines their answers. */
export type MergeHooks = {
  onMerge(listener: MergeListener): void;
  merged(tx: Tx, change: { from: Ticket; into: Ticket; actor: Author }): Promise<void>;
  parted(tx: Tx, parting: Parting): Promise<{ conversations: number[]; calls: number[] }>;
  moved(tx: Tx, moved: Moved): Promise<void>;
  split(tx: Tx, change: Split): Promise<{ from: number; to: number }[]>;
  goesOn(q: Query, ticketId: number): Promise<boolean>;
};

export function createMergeHooks(): MergeHooks {
  const listeners: MergeListener[] = [];
  return {
    onMerge: (listener) => void listeners.push(listener),
    async merged(tx, change) {
      for (const listener of listeners) await listener.merged?.(tx, change);
    },
    async parted(tx, parting) {
      const back = { conversations: [] as number[], calls: [] as number[] };
      for (const listener of listeners) {
        const { conversations = [], calls = [] } = (await listener.parted?.(tx, parting)) ?? {};
        back.conversations.push(...conversations);
        back.calls.push(...calls);
      }
      return back;
    },
    async moved(tx, moved) {
      if (moved.messageIds.length === 0) return;
      for (const listener of listeners) await listener.moved?.(tx, moved);
    },
    async split(tx, change) {
      const moved = [];
      for (const listener of listeners) moved.push(await listener.split?.(tx, change));
      return moved.filter((one) => one !== undefined);
    },
    async goesOn(q, ticketId) {
      for (const listener of listeners) if (await listener.goesOn?.(q, ticketId)) return true;
      return false;
    },
  };
}

/** Tells open pages of these tickets to fetch their relations again. */
export function tellRelations(tx: Tx, ids: readonly number[], { timeline }: { timeline: boolean }): void {
  for (const ticket_id of new Set(ids))
    tx.emit('ticket-relations-changed', { ticket_id, timeline }, [`ticket:${ticket_id}`]);
}
