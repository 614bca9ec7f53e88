import type {
  BodyOf,
  linkTicket,
  mergeTickets,
  splitTicket,
  Ticket,
  TicketRelations,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { ChangeService } from '../change-service.ts';
import { mergedTicketsOf } from '../merged-tickets.ts';
import type { Opening } from '../opening.ts';
import type { Sla } from '../sla/service.ts';
import type { UndoKeeper } from '../undo/keeper.ts';
import type { Undos } from '../undo/service.ts';
import { createMergeHooks, type MergeListener } from './hooks.ts';
import { createLinkService } from './link-service.ts';
import { createMergeService } from './merge-service.ts';
import { createSplitService } from './split-service.ts';

/**
 * Tickets among tickets. All of them are refused to whoever does not see every ticket concerned (`not_found`), and where
 * one already stands in another (`ticket_merged`).
 */
export type RelatedTickets = {
  /** Merged tickets, links and followers. Links to tickets that this person may not see are only counted. */
  get(viewer: Viewer, id: number): Promise<TicketRelations>;
  /**
   * Lets others stand in this ticket; no message moves. `conflict`: this one is closed, or the customers differ and that was
   * not asked for, or there would be too many.
   */
  merge(viewer: Viewer, id: number, body: BodyOf<typeof mergeTickets>): Promise<Ticket>;
  /** Unmerges a ticket within `UNMERGE_DAYS` (`conflict` afterwards). */
  unmerge(viewer: Viewer, id: number): Promise<Ticket>;
  /** Makes a ticket of its own of some messages (`invalid_reference`: not on this ticket). The same key again is the same ticket. */
  split(viewer: Viewer, id: number, body: BodyOf<typeof splitTicket>): Promise<Ticket>;
  /** `conflict`: too many links, a ring of parents, or a second parent. */
  link(viewer: Viewer, id: number, body: BodyOf<typeof linkTicket>): Promise<TicketRelations>;
  unlink(viewer: Viewer, id: number, other: number): Promise<TicketRelations>;
  follow(viewer: Viewer, id: number, follow: boolean): Promise<TicketRelations>;
  /** The tickets whose entries are on this time line: itself, and those merged into it. */
  mergedTicketIds(q: Query, id: number): Promise<number[]>;
  /** What hangs on tickets elsewhere and has to follow; runs in the transaction of what happens. */
  onMerge(listener: MergeListener): void;
};

type Deps = Pick<Platform, 'db' | 'clock'> & {
  sla: Sla;
  changes: ChangeService;
  undos: Undos;
  keeper: UndoKeeper;
  /** Opens the ticket that is split off. */
  open: (tx: Tx, opening: Opening, by: { viewer: Viewer; clientKey: string }) => Promise<Ticket>;
};

export function createRelations(deps: Deps): RelatedTickets {
  const hooks = createMergeHooks();
  return {
    onMerge: hooks.onMerge,
    mergedTicketIds: async (q, id) => (await mergedTicketsOf(q, id)).ids,
    ...createMergeService({ ...deps, hooks }),
    ...createSplitService({ ...deps, hooks }),
    ...createLinkService(deps),
  };
}
