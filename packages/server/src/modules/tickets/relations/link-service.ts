import {
  LIMITS,
  UNMERGE_DAYS,
  type BodyOf,
  type linkTicket,
  type Ticket,
  type TicketRelations,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, type ChangeService } from '../change-service.ts';
import { findCurrentTicket } from '../merged-tickets.ts';
import { canSee } from '../policy.ts';
import * as store from '../store.ts';
import { appendEvent } from '../timeline/time-line.ts';
import * as followers from './follower-store.ts';
import { startFollowing, stopFollowing } from './following.ts';
import { emitRelationsChanged } from './hooks.ts';
import * as links from './link-store.ts';
import * as merges from './merge-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { changes: ChangeService };
type LinkBody = BodyOf<typeof linkTicket>;

const OPPOSITE = { related: 'related', parent: 'child', child: 'parent' } as const;
const DAY_MS = 86_400_000;

/** Links and followers of tickets. */
export function createLinkService({ db, clock, changes }: Deps) {
  const isFresh = (mergedAt: string): boolean =>
    clock.now().getTime() - Date.parse(mergedAt) <= UNMERGE_DAYS * DAY_MS;

  async function read(q: Query, viewer: Viewer, ticket: Ticket): Promise<TicketRelations> {
    const [merged, linked, follower_ids] = await Promise.all([
      merges.listMerged(q, ticket.id),
      links.list(q, ticket.id),
      followers.list(q, ticket.id),
    ]);
    const seen = linked.filter((link) => canSee(viewer, link));
    return {
      merged_into: await leadsTo(q, ticket),
      merged: merged.map(({ department_id, assignee_id, ...row }) => ({
        ...row,
        merged_by: row.merged_by ?? '',
        can_unmerge: isFresh(row.merged_at) && canSee(viewer, { department_id, assignee_id }),
      })),
      links: seen.map(({ id, number, subject, status, kind }) => ({ id, number, subject, status, kind })),
      hidden_links: linked.length - seen.length,
      follower_ids,
    };
  }

  async function leadsTo(q: Query, ticket: Ticket): Promise<TicketRelations['merged_into']> {
    if (ticket.merged_into === null) return null;
    const merge = await merges.findCurrentMerge(q, ticket.id);
    const current = found(await findCurrentTicket(q, ticket.id));
    return {
      id: current.id,
      number: current.number,
      can_unmerge: merge !== undefined && isFresh(merge.merged_at),
    };
  }

  async function demandNoRing(tx: Tx, id: number, { ticket_id: other, kind }: LinkBody): Promise<void> {
    if (kind === 'related') return;
    await links.lockParents(tx.q);
    const [parent, child] = kind === 'parent' ? [other, id] : [id, other];
    if (await links.isAncestor(tx.q, child, parent))
      throw new AppError('conflict', { reason: 'link_circle' });
    const above = (await links.list(tx.q, child)).find((link) => link.kind === 'parent');
    if (above && above.id !== parent)
      throw new AppError('conflict', {
        reason: 'has_parent',
        number: above.number,
      });
  }

  async function tellBoth(
    tx: Tx,
    viewer: Viewer,
    [one, other]: readonly [Ticket, Ticket],
    kind?: LinkBody['kind'],
  ) {
    const now = clock.now();
    const author = byUser(viewer);
    const eventFor = ({ id, number }: Ticket, as: LinkBody['kind'] | undefined) =>
      as
        ? ({ type: 'linked', ticket_id: id, number, kind: as } as const)
        : ({ type: 'unlinked', ticket_id: id, number } as const);
    await appendEvent(tx, one.id, { event: eventFor(other, kind), author }, now);
    await appendEvent(tx, other.id, { event: eventFor(one, kind && OPPOSITE[kind]), author }, now);
    emitRelationsChanged(tx, [one.id, other.id], { timeline: false });
  }

  /** Locks both, the lower id first. */
  async function lockTwo(tx: Tx, viewer: Viewer, id: number, other: number): Promise<[Ticket, Ticket]> {
    if (id === other) throw new AppError('conflict', { reason: 'link_self' });
    const low = await changes.lockVisible(tx, viewer, Math.min(id, other));
    const high = await changes.lockVisible(tx, viewer, Math.max(id, other));
    return id < other ? [low, high] : [high, low];
  }

  return {
    async get(viewer: Viewer, id: number): Promise<TicketRelations> {
      const ticket = await store.findTicket(db.q, id);
      if (!ticket || !canSee(viewer, ticket)) throw new AppError('not_found');
      return read(db.q, viewer, ticket);
    },

    link: (viewer: Viewer, id: number, body: LinkBody): Promise<TicketRelations> =>
      db.transaction(async (tx) => {
        const both = await lockTwo(tx, viewer, id, body.ticket_id);
        const linked = await links.list(tx.q, id);
        if (linked.length >= LIMITS.ticketLinks)
          throw new AppError('conflict', { reason: 'too_many_links', max: LIMITS.ticketLinks });
        const known = linked.find((link) => link.id === body.ticket_id);
        if (known?.kind !== body.kind) {
          await demandNoRing(tx, id, body);
          const put = { ticketId: id, otherId: body.ticket_id, kind: body.kind };
          await links.put(tx.q, { ...put, userId: viewer.id, now: clock.now() });
          await tellBoth(tx, viewer, both, body.kind);
        }
        return read(tx.q, viewer, both[0]);
      }),

    unlink: (viewer: Viewer, id: number, other: number): Promise<TicketRelations> =>
      db.transaction(async (tx) => {
        const both = await lockTwo(tx, viewer, id, other);
        if (await links.remove(tx.q, id, other)) await tellBoth(tx, viewer, both);
        return read(tx.q, viewer, both[0]);
      }),

    follow: (viewer: Viewer, id: number, follow: boolean): Promise<TicketRelations> =>
      db.transaction(async (tx) => {
        const ticket = await changes.lockVisible(tx, viewer, id);
        const now = clock.now();
        const own = { ticketId: id, userId: viewer.id };
        const isNew = follow ? await startFollowing(tx, own, now) : await stopFollowing(tx, own);
        if (isNew) {
          const event = { type: follow ? 'followed' : 'unfollowed' } as const;
          await appendEvent(tx, id, { event, author: byUser(viewer) }, now);
          emitRelationsChanged(tx, [id], { timeline: false });
        }
        return read(tx.q, viewer, ticket);
      }),
  };
}
