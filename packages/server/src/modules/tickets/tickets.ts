import type {
  BodyOf,
  createTicket,
  solveTicket,
  Ticket,
  transferTicket,
  undoTicketChange,
  updateTicket,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { TicketBulk } from './bulk/service.ts';
import type { ChangeTicket, ChangeListener } from './change-service.ts';
import type { TicketNotices } from './notices/service.ts';
import type { NewTicketFields } from './new-ticket-fields.ts';
import type { TicketReading } from './read-service.ts';
import type { RelatedTickets } from './relations/service.ts';
import type { TicketSla } from './sla/ticket-sla.ts';
import type { Snooze } from './snooze/service.ts';
import type { TicketFiles } from './timeline/file-service.ts';
import type { TicketTimeline } from './timeline/timeline-service.ts';
import type { UndoListener } from './undo/undo-snapshots.ts';
import type { TicketViews } from './views/service.ts';

/** The author of a new ticket, and how it is opened. */
export type NewTicketOptions = {
  viewer?: Viewer;
  /** The same key opens the same ticket. */
  clientKey?: string;
  /** It begins with our own message, so there is no first response. */
  isOurs?: boolean;
  /** It begins with an automatic mail, so nobody waits for a reply. */
  isQuiet?: boolean;
};

/**
 * Changing tickets. Methods with a viewer check the viewer's permissions (`not_found`) and the version (`stale`); methods with a
 * ticket expect it locked in this transaction, and check nothing.
 */
type TicketChanging = {
  /** Locks a ticket, or the one that it was merged into; undefined if it does not exist. */
  lock(tx: Tx, id: number): Promise<Ticket | undefined>;
  /** Locks a ticket for a change by this user. @throws AppError `not_found` also where they may not see it; `ticket_merged` */
  lockVisible(tx: Tx, viewer: Viewer, id: number): Promise<Ticket>;
  /** @throws AppError `stale` with what others have changed since that version */
  demandFresh(tx: Tx, current: Ticket, version: number): Promise<void>;
  /** Opens a ticket in this transaction, and tells the lists. */
  open(tx: Tx, opening: NewTicketFields, by?: NewTicketOptions): Promise<Ticket>;
  /** Opens a ticket by hand, with a note. The same key returns the same ticket. */
  create(viewer: Viewer, body: BodyOf<typeof createTicket>): Promise<Ticket>;
  /**
   * Returns the same ticket if nothing changes. @throws AppError `fields_missing` when a user solves a ticket without the
   * required answers
   */
  change: ChangeTicket;
  /** Unassigns the ticket if its assignee has left. */
  freed(tx: Tx, ticket: Ticket): Promise<Ticket>;
  /** @throws AppError `conflict` for setting the status of a solved or closed ticket */
  update(viewer: Viewer, id: number, body: BodyOf<typeof updateTicket>): Promise<Ticket>;
  /** Moves it to another department and unassigns it. */
  transfer(viewer: Viewer, id: number, body: BodyOf<typeof transferTicket>): Promise<Ticket>;
  /** Assigns the ticket to the viewer. @throws AppError `already_assigned` if somebody was faster */
  take(viewer: Viewer, id: number): Promise<Ticket>;
  /** Null unassigns it. */
  assign(viewer: Viewer, id: number, to: { version: number; assignee_id: number | null }): Promise<Ticket>;
  /** @throws AppError `conflict` for a closed ticket; `fields_missing` if it lacks answers */
  solve(viewer: Viewer, id: number, body: BodyOf<typeof solveTicket>): Promise<Ticket>;
  reopen(viewer: Viewer, id: number, version: number): Promise<Ticket>;
  /** Ends the wait of a customer who needs no reply. Returns the same ticket if nobody waits. */
  endReplyWait(viewer: Viewer, id: number, version: number): Promise<Ticket>;
  /** Undoes a change of the viewer's own within a day. @throws AppError `conflict` if others have changed the same since */
  undoChange(viewer: Viewer, id: number, body: BodyOf<typeof undoTicketChange>): Promise<Ticket>;
  /** Undoes everything that this user changed in that range of versions, latest first. */
  restoreSince(
    tx: Tx,
    ticket: Ticket,
    viewer: Viewer,
    range: { after: number; upTo: number },
  ): Promise<Ticket>;
  /** Registers a listener that runs in the transaction of each change; throwing undoes the change. */
  onChange(listener: ChangeListener): void;
  /** Registers the module whose rows are restored together with a ticket; to be called once. */
  onUndo(listener: UndoListener): void;
};

/** Tickets, with a named part for each larger subject. */
export type Tickets = TicketReading &
  TicketChanging & {
    /** The time line: messages and events. */
    timeline: TicketTimeline;
    /** Files of messages. */
    files: TicketFiles;
    /** SLA targets. */
    sla: TicketSla;
    /** Relations of tickets: merged, split, linked, followed. */
    relations: RelatedTickets;
    /** Notifications. */
    notices: TicketNotices;
    /** Bulk updates. */
    bulk: TicketBulk;
    /** Snoozed tickets. */
    snooze: Pick<Snooze, 'endDue'>;
    /** Saved views, and each user's desk settings. */
    views: TicketViews;
  };
