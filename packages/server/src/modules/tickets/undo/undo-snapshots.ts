import type { Ticket } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Author } from '../timeline/message-store.ts';
import * as sla from '../sla/store.ts';
import * as store from '../store.ts';
import {
  attachedToRestore,
  type AttachedRow,
  type BeforeAfter,
  type TicketSnapshot,
} from './values-to-restore.ts';

/** Rows of a higher module that belong to tickets and change with them. */
export type UndoListener = {
  /** Reads the current rows as plain values, by ticket or by id. */
  readAttached(q: Query, which: { ticketId: number } | { ids: readonly number[] }): Promise<AttachedRow[]>;
  /** Restores rows. Runs in the transaction of the undo, after the ticket was restored. */
  restoreSnapshot(
    tx: Tx,
    ticket: Ticket,
    changes: ReturnType<typeof attachedToRestore>,
    actor: Author,
  ): Promise<void>;
};

/** Takes snapshots of tickets before and after changes. */
export type UndoSnapshots = {
  /** Registers the module whose rows belong to tickets; to be called once. */
  onUndo(own: UndoListener): void;
  /** The snapshot of a ticket. @throws AppError `not_found` */
  takeSnapshot(q: Query, id: number): Promise<TicketSnapshot>;
  /** A later snapshot of the same ticket, with the rows of the earlier one. */
  retakeSnapshot(q: Query, before: TicketSnapshot): Promise<TicketSnapshot>;
  /** Restores related rows that are unchanged since. */
  restoreAttached(
    tx: Tx,
    ticket: Ticket,
    kept: BeforeAfter & { now: TicketSnapshot },
    actor: Author,
  ): Promise<void>;
};

export function createUndoSnapshots(): UndoSnapshots {
  let listener: UndoListener | undefined;

  async function snapshot(q: Query, id: number, known?: readonly AttachedRow[]): Promise<TicketSnapshot> {
    const ticket = found(await store.findTicket(q, id));
    const which = known ? { ids: known.map((one) => one.id) } : { ticketId: id };
    const attached = (await listener?.readAttached(q, which)) ?? [];
    const ofStatus = await store.findStatusOfTicket(q, id);
    return plain({ ticket, ofStatus, clocks: await sla.listRows(q, id), attached });
  }

  return {
    onUndo: (own) => void (listener = own),
    takeSnapshot: (q, id) => snapshot(q, id),
    retakeSnapshot: (q, { ticket, attached }) => snapshot(q, ticket.id, attached),
    async restoreAttached(tx, ticket, { now, before, after }, actor) {
      const changes = attachedToRestore({
        before: before.attached,
        after: after.attached,
        now: now.attached,
      });
      if (changes.length > 0) await listener?.restoreSnapshot(tx, ticket, changes, actor);
    },
  };
}

/** Converts a value to what the database returns for it, since it is stored as JSON. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
