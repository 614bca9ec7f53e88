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
import type { NewTicketFields } from '../new-ticket-fields.ts';
import type { Sla } from '../sla/service.ts';
import type { UndoSnapshots } from '../undo/undo-snapshots.ts';
import type { Undos } from '../undo/service.ts';
import { createMergeHooks, type MergeListener } from './hooks.ts';
import { createLinkService } from './link-service.ts';
import { createMergeService } from './merge-service.ts';
import { createSplitService } from './split-service.ts';

/**
 * Relations of tickets. @throws AppError `not_found` unless the viewer sees all tickets concerned; `ticket_merged` if one of them
 * is merged already
 */
export type RelatedTickets = {
  /** Merged tickets, links and followers. Of links to tickets that the viewer may not see only the number is returned. */
  get(viewer: Viewer, id: number): Promise<TicketRelations>;
  /**
   * Merges other tickets into this one; no message is moved. @throws AppError `conflict` if this one is closed, if the customers
   * differ and that was not confirmed, or if there would be too many
   */
  merge(viewer: Viewer, id: number, body: BodyOf<typeof mergeTickets>): Promise<Ticket>;
  /** @throws AppError `conflict` after `UNMERGE_DAYS` */
  unmerge(viewer: Viewer, id: number): Promise<Ticket>;
  /** Moves messages to a new ticket, once per key. @throws AppError `invalid_reference` for messages of another ticket */
  split(viewer: Viewer, id: number, body: BodyOf<typeof splitTicket>): Promise<Ticket>;
  /** @throws AppError `conflict` for too many links, a circle of parents, or a second parent */
  link(viewer: Viewer, id: number, body: BodyOf<typeof linkTicket>): Promise<TicketRelations>;
  unlink(viewer: Viewer, id: number, other: number): Promise<TicketRelations>;
  follow(viewer: Viewer, id: number, follow: boolean): Promise<TicketRelations>;
  /** The tickets whose entries are on this time line: itself, and those merged into it. */
  mergedTicketIds(q: Query, id: number): Promise<number[]>;
  /** Registers a listener that runs in the transaction of each merge, unmerge and split. */
  onMerge(listener: MergeListener): void;
};

type Deps = Pick<Platform, 'db' | 'clock'> & {
  sla: Sla;
  changes: ChangeService;
  undos: Undos;
  keeper: UndoSnapshots;
  /** Opens the ticket that is split off. */
  open: (tx: Tx, opening: NewTicketFields, by: { viewer: Viewer; clientKey: string }) => Promise<Ticket>;
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
