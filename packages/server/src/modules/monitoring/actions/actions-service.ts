import { randomUUID } from 'node:crypto';
import type {
  Agent,
  BodyOf,
  FloorNotice,
  giveTickets,
  Message,
  sendFloorNotice,
  setAgentActivity,
  Ticket,
  sendNoteToAssignee,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { byUser, type Tickets } from '#modules/tickets';
import { floorScopeOf } from '../floor/floor-scope.ts';

/** Actions of supervisors on the work of others. Each is written to the audit log, in its own transaction. */
export type FloorActions = {
  /**
   * Sets the activity of a user, who is told by whom. @throws AppError `not_found`: a user whom the viewer does not see;
   * `conflict`: they are in a call, or it is the viewer
   */
  setActivity(viewer: Viewer, userId: number, body: BodyOf<typeof setAgentActivity>): Promise<Agent>;
  signOut(viewer: Viewer, userId: number): Promise<void>;
  /** Assigns tickets to another agent. Tickets that the viewer does not see, that are over or merged are left unchanged. */
  give(viewer: Viewer, body: BodyOf<typeof giveTickets>): Promise<{ given: number[]; left: number[] }>;
  /** Adds a note for the assignee. @throws AppError `conflict` where no other user has the ticket */
  noteToAssignee(viewer: Viewer, ticketId: number, body: BodyOf<typeof sendNoteToAssignee>): Promise<Message>;
  /** Sends a message to everybody whom the viewer sees; returns how many got it. The same key sends it once. */
  sendNotice(viewer: Viewer, body: BodyOf<typeof sendFloorNotice>): Promise<number>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & {
  agents: Pick<Agents, 'findActive' | 'chooseFor' | 'demandAssignable' | 'listPresent' | 'setOffline'>;
  auth: Pick<Auth, 'signOut'>;
  settings: Pick<Settings, 'audit' | 'hasAudited'>;
  tickets: Pick<Tickets, 'lockVisible' | 'change' | 'timeline'>;
};

/** How long the key of a message is remembered, in case it is sent again because the response was lost. */
const SAME_MS = 24 * 3_600_000;
const isOver = ({ status }: Pick<Ticket, 'status'>): boolean => status === 'solved' || status === 'closed';

export function createFloorActions({ db, clock, agents, auth, settings, tickets }: Deps): FloorActions {
  const audit = (tx: Tx, viewer: Viewer, action: string, about: { subject: string; details?: object }) =>
    settings.audit(tx.q, { viewer, action, ...about });

  /** Another user, whom the viewer sees. */
  async function demandSeen(tx: Tx, viewer: Viewer, userId: number): Promise<Agent> {
    const agent = found(await agents.findActive(tx.q, userId));
    if (!floorScopeOf(viewer).person(agent)) throw new AppError('not_found');
    if (agent.id === viewer.id) throw new AppError('conflict');
    return agent;
  }

  const noticeOf = (viewer: Viewer, kind: FloorNotice['kind'], text = ''): FloorNotice => ({
    id: randomUUID(),
    kind,
    by: viewer.fullname,
    text,
    at: clock.now().toISOString(),
  });

  /** Undefined: the ticket was left unchanged. */
  async function giveOne(viewer: Viewer, id: number, assigneeId: number): Promise<Ticket | undefined> {
    try {
      return await db.transaction(async (tx) => {
        const before = await tickets.lockVisible(tx, viewer, id);
        if (isOver(before)) return undefined;
        if (before.assignee_id === assigneeId) return before;
        const details = { before: { assignee_id: before.assignee_id }, after: { assignee_id: assigneeId } };
        await audit(tx, viewer, 'ticket.given', { subject: `ticket ${id}`, details });
        return tickets.change(tx, before, { assignee_id: assigneeId }, byUser(viewer));
      });
    } catch (error) {
      if (error instanceof AppError && ['not_found', 'ticket_merged'].includes(error.code)) return undefined;
      throw error;
    }
  }

  return {
    setActivity: (viewer, userId, body) =>
      db.transaction(async (tx) => {
        const before = await demandSeen(tx, viewer, userId);
        const after = await agents.chooseFor(tx, before, body);
        const activityOf = ({ user_activity_id, break_reason_id }: Agent) => ({
          user_activity_id,
          break_reason_id,
        });
        const details = { before: activityOf(before), after: activityOf(after) };
        await audit(tx, viewer, 'agent.activity_changed', { subject: `user ${userId}`, details });
        tx.emit('floor-notice', noticeOf(viewer, 'activity'), [`user:${userId}`]);
        return after;
      }),

    signOut: (viewer, userId) =>
      db.transaction(async (tx) => {
        await demandSeen(tx, viewer, userId);
        await agents.setOffline(tx, userId);
        await auth.signOut(tx, userId);
        await audit(tx, viewer, 'agent.signed_out', { subject: `user ${userId}` });
      }),

    async give(viewer, { ticket_ids: ids, assignee_id: assigneeId }) {
      await agents.demandAssignable(db.q, assigneeId);
      const given: number[] = [];
      const left: number[] = [];
      for (const id of new Set(ids)) {
        const ticket = await giveOne(viewer, id, assigneeId);
        (ticket ? given : left).push(id);
      }
      return { given, left };
    },

    noteToAssignee: (viewer, ticketId, { body, client_key: key }) =>
      db.transaction(async (tx) => {
        const ticket = await tickets.lockVisible(tx, viewer, ticketId);
        const known = await tickets.timeline.findByKey(tx.q, ticketId, key);
        if (known) return known;
        const { assignee_id: agentId } = ticket;
        if (agentId === null || agentId === viewer.id) throw new AppError('conflict');
        const details = { user_id: agentId };
        await audit(tx, viewer, 'ticket.whispered', { subject: `ticket ${ticketId}`, details });
        const written = { body: `@{${agentId}} ${body}`, client_key: key, viewer, goesTo: {} };
        return tickets.timeline.note(tx, ticket, written);
      }),

    sendNotice: (viewer, { text, client_key: key }) =>
      db.transaction(async (tx) => {
        const { person } = floorScopeOf(viewer);
        const there = (await agents.listPresent(tx.q)).filter((one) => person(one));
        const sent = { action: 'floor.notice_sent', subject: `notice ${key}` };
        const since = new Date(clock.now().getTime() - SAME_MS);
        if (await settings.hasAudited(tx.q, { ...sent, userId: viewer.id, since })) return there.length;
        const details = { text, sent_to: there.length };
        await audit(tx, viewer, sent.action, { subject: sent.subject, details });
        const rooms = there.map(({ id }) => `user:${id}`);
        if (rooms.length > 0) tx.emit('floor-notice', noticeOf(viewer, 'message', text), rooms);
        return there.length;
      }),
  };
}
