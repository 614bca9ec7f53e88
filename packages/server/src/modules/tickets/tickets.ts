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
import type { Opening } from './opening.ts';
import type { TicketReading } from './read-service.ts';
import type { RelatedTickets } from './relations/service.ts';
import type { TicketSla } from './sla/ticket-sla.ts';
import type { Snooze } from './snooze/service.ts';
import type { TicketFiles } from './timeline/file-service.ts';
import type { TicketTimeline } from './timeline/timeline-service.ts';
import type { UndoListener } from './undo/keeper.ts';
import type { TicketViews } from './views/service.ts';

/** The author of a new ticket, and how it is opened. */
export type NewTicketOptions = {
  viewer?: Viewer;
  /** Opened again under the same key it is the same ticket. */
  clientKey?: string;
  /** It begins with what we write, so nobody waits for a first response. */
  isOurs?: boolean;
  /** It begins with an automatic mail, so nobody waits at all. */
  isQuiet?: boolean;
};

/**
 * Changing tickets. What takes a viewer asks what they may see (`not_found`) and whether they know what they change
 * (`stale`, by the version); what takes a ticket expects it locked in this transaction, and asks nothing.
 */
type TicketChanging = {
  /** Where one ticket was merged into another, it is the other that is locked. Undefined: there is no such ticket. */
  lock(tx: Tx, id: number): Promise<Ticket | undefined>;
  /** Locks it for a change by this person. Refuses tickets that they may not see (`not_found`) and merged ones (`ticket_merged`). */
  lockVisible(tx: Tx, viewer: Viewer, id: number): Promise<Ticket>;
  /** Refuses a version that is not the latest: `stale`, with what others changed meanwhile. */
  demandFresh(tx: Tx, current: Ticket, version: number): Promise<void>;
  /** Opens a ticket in this transaction, and tells the lists. */
  open(tx: Tx, opening: Opening, by?: NewTicketOptions): Promise<Ticket>;
  /** As a person opens it, with a note; the same key again is the same ticket. */
  create(viewer: Viewer, body: BodyOf<typeof createTicket>): Promise<Ticket>;
  /** Gives the same ticket back when nothing changes. Refuses to solve what lacks answers (`fields_missing`), for people only. */
  change: ChangeTicket;
  /** The ticket, without its owner where that one has gone. */
  freed(tx: Tx, ticket: Ticket): Promise<Ticket>;
  /** Refuses one that is over (`conflict`). */
  update(viewer: Viewer, id: number, body: BodyOf<typeof updateTicket>): Promise<Ticket>;
  /** Moves it to another department and unassigns it. */
  transfer(viewer: Viewer, id: number, body: BodyOf<typeof transferTicket>): Promise<Ticket>;
  /** The first to take it has it; the others are refused (`already_assigned`). */
  take(viewer: Viewer, id: number): Promise<Ticket>;
  /** Null unassigns it. */
  assign(viewer: Viewer, id: number, to: { version: number; assignee_id: number | null }): Promise<Ticket>;
  /** Refuses a closed one (`conflict`), and one that lacks answers (`fields_missing`). */
  solve(viewer: Viewer, id: number, body: BodyOf<typeof solveTicket>): Promise<Ticket>;
  reopen(viewer: Viewer, id: number, version: number): Promise<Ticket>;
  /** The customer needs no reply: ends the waiting. Gives the same ticket back where nobody waits. */
  endReplyWait(viewer: Viewer, id: number, version: number): Promise<Ticket>;
  /** Takes back one change of one's own, within a day. `conflict`: others have changed the same since. */
  undoChange(viewer: Viewer, id: number, body: BodyOf<typeof undoTicketChange>): Promise<Ticket>;
  /** Takes back everything that this person changed after one version up to another, the latest first. */
  putBackSince(
    tx: Tx,
    ticket: Ticket,
    viewer: Viewer,
    range: { after: number; upTo: number },
  ): Promise<Ticket>;
  /** Runs in the transaction of each change: what must follow from it follows, or the change does not happen. */
  onChange(listener: ChangeListener): void;
  /** What hangs on tickets elsewhere and is taken back with them; once. */
  onUndo(listener: UndoListener): void;
};

/** Tickets, with a named part for each subject that has grown its own. */
export type Tickets = TicketReading &
  TicketChanging & {
    /** The time line: messages and events. */
    timeline: TicketTimeline;
    /** Files of messages. */
    files: TicketFiles;
    /** Deadlines. */
    sla: TicketSla;
    /** Tickets among tickets: merged, split, linked, followed. */
    relations: RelatedTickets;
    /** Notifications. */
    notices: TicketNotices;
    /** Changes of many at once. */
    bulk: TicketBulk;
    /** Tickets that are put away until a time. */
    snooze: Pick<Snooze, 'endDue'>;
    /** Lists under a name, and how each person's desk is set. */
    views: TicketViews;
  };
