import type { Ticket } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { Author } from '../timeline/message-store.ts';

type Unmerge = { ticket: Ticket; from: Ticket; mergedTickets: readonly number[]; actor: Author };
type Split = { from: Ticket; into: Ticket; conversations: readonly number[] };
type MovedMessages = { messageIds: readonly number[]; from: readonly number[]; into: number };

/** What higher modules do with their rows when tickets are merged, unmerged or split. Each method runs in that transaction. */
export type MergeListener = {
  /** Moves active conversations and calls from `from` to `into`. */
  merged?(tx: Tx, change: { from: Ticket; into: Ticket; actor: Author }): Promise<void>;
  /** Moves conversations and calls that began on the ticket back to it; returns their ids. */
  onUnmerge?(tx: Tx, parting: Unmerge): Promise<{ conversations?: number[]; calls?: number[] }>;
  /** These messages were moved to another ticket. */
  moved?(tx: Tx, moved: MovedMessages): Promise<void>;
  /**
   * Messages of these conversations, latest first, were split off: makes it possible to reply on the new ticket. Returns
   * which conversation's messages (`from`) now belong to which one (`to`).
   */
  split?(tx: Tx, change: Split): Promise<{ from: number; to: number } | undefined>;
  /** Whether something active, such as a call, keeps this ticket open. */
  keepsTicketOpen?(q: Query, ticketId: number): Promise<boolean>;
};

/** Calls all listeners in the same transaction and combines their answers. */
export type MergeHooks = {
  onMerge(listener: MergeListener): void;
  merged(tx: Tx, change: { from: Ticket; into: Ticket; actor: Author }): Promise<void>;
  onUnmerge(tx: Tx, parting: Unmerge): Promise<{ conversations: number[]; calls: number[] }>;
  moved(tx: Tx, moved: MovedMessages): Promise<void>;
  split(tx: Tx, change: Split): Promise<{ from: number; to: number }[]>;
  keepsTicketOpen(q: Query, ticketId: number): Promise<boolean>;
};

export function createMergeHooks(): MergeHooks {
  const listeners: MergeListener[] = [];
  return {
    onMerge: (listener) => void listeners.push(listener),
    async merged(tx, change) {
      for (const listener of listeners) await listener.merged?.(tx, change);
    },
    async onUnmerge(tx, parting) {
      const back = { conversations: [] as number[], calls: [] as number[] };
      for (const listener of listeners) {
        const { conversations = [], calls = [] } = (await listener.onUnmerge?.(tx, parting)) ?? {};
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
    async keepsTicketOpen(q, ticketId) {
      for (const listener of listeners) if (await listener.keepsTicketOpen?.(q, ticketId)) return true;
      return false;
    },
  };
}

/** Tells open pages of these tickets to fetch their relations again. */
export function emitRelationsChanged(
  tx: Tx,
  ids: readonly number[],
  { timeline }: { timeline: boolean },
): void {
  for (const ticket_id of new Set(ids))
    tx.emit('ticket-relations-changed', { ticket_id, timeline }, [`ticket:${ticket_id}`]);
}
