import {
  LIMITS,
  type BodyOf,
  type listMentionable,
  type listNotices,
  type Message,
  type QueryOf,
  type readNotices,
  type ResponseOf,
  type Ticket,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import { listExpired, type Settings } from '#modules/settings';
import type { Author } from '../timeline/message-store.ts';
import { SYSTEM } from '../timeline/time-line.ts';
import { canSee } from '../policy.ts';
import * as followers from '../relations/follower-store.ts';
import { startFollowing } from '../relations/following.ts';
import { lockUnread } from '../store.ts';
import { mentionsIn, withNames } from './mentions.ts';
import * as store from './store.ts';

type UserScope = Awaited<ReturnType<Agents['listSight']>>[number];
type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Pick<Settings, 'retention'>;
  agents: Agents;
  get: (viewer: Viewer, id: number) => Promise<Ticket>;
};

/** Notifications about tickets: mentions, and news of followed tickets. */
export type TicketNotices = {
  /** A person's notifications, the newest first, and the number of unread ones. */
  list(viewer: Viewer, query: QueryOf<typeof listNotices>): Promise<ResponseOf<typeof listNotices>>;
  markRead(viewer: Viewer, which: BodyOf<typeof readNotices>): Promise<void>;
  /** All people who can be mentioned, and whether they may see the ticket. */
  mentionable(viewer: Viewer, id: number): Promise<ResponseOf<typeof listMentionable>['data']>;
  /** A reply of this person's could not be sent at its time; nothing is said where they may no longer see the ticket. */
  notifyOfUnsent(tx: Tx, ticket: Ticket, userId: number): Promise<void>;
  /** Notifies a person of a ticket, for a rule. False where they may not see it. */
  notifyByRule(tx: Tx, ticket: Ticket, userId: number, rule: string): Promise<boolean>;
  /** Makes a person follow a ticket, for a rule. False where they may not see it. */
  followByRule(tx: Tx, ticket: Ticket, userId: number): Promise<boolean>;
};

/** Sends notifications about events of a ticket. */
export type NoticeSender = {
  /** The people mentioned in a note. Refuses unknown people and those who may not see the ticket (`invalid_reference`), and too many (`invalid`). */
  demandMentionable(tx: Tx, ticket: Ticket, body: string): Promise<UserScope[]>;
  /** Call after a note or message was added: makes the mentioned people followers, and notifies them and all followers. */
  notifyOfMessage(
    tx: Tx,
    ticket: Ticket,
    message: Message,
    known: { mentioned?: readonly UserScope[]; followers?: readonly number[] },
  ): Promise<void>;
  /** Ids of the users who follow the ticket. */
  listFollowers(tx: Tx, ticketId: number): Promise<number[]>;
  /** Notifies this user that a snoozed ticket has come back, unless they may not see it. */
  notifyOfReturn(tx: Tx, ticket: Ticket, userId: number): Promise<void>;
  /** Tells followers that the status has changed. */
  notifyOfStatus(tx: Tx, ticket: Ticket, author: Author): Promise<void>;
};

type NoticeContent = Pick<store.NewNotice, 'kind' | 'messageId' | 'text'>;

const EXCERPT = 160;

const sees = (person: UserScope, ticket: Ticket): boolean => person.mayView && canSee(person, ticket);

export function createNotices({ db, clock, settings, agents, get }: Deps): TicketNotices & NoticeSender {
  settings.retention.register('notifications', listExpired('ticket_notices', 'at'));

  /** Counted last, by one transaction after the other: otherwise two at the same moment would both send a wrong count. */
  async function put(
    tx: Tx,
    person: UserScope,
    notice: Omit<store.NewNotice, 'userId' | 'now'>,
  ): Promise<void> {
    const stored = await store.upsertNotice(tx.q, { ...notice, userId: person.id, now: clock.now() });
    tx.beforeCommit(`notice:${person.id}:${stored.id}`, async () => {
      await lockUnread(tx.q, person.id);
      const unread = await store.countUnread(tx.q, person);
      tx.emit('ticket-notice', { notice: stored, unread }, [`user:${person.id}`]);
    });
  }

  async function tellOne(tx: Tx, ticket: Ticket, userId: number, kind: 'snooze' | 'unsent'): Promise<void> {
    const [person] = await agents.listSight(tx.q, [userId]);
    if (!person || !sees(person, ticket)) return;
    await put(tx, person, { kind, messageId: null, ticketId: ticket.id, by: SYSTEM.name, text: '' });
  }

  async function tellFollowers(
    tx: Tx,
    ticket: Ticket,
    {
      author,
      except = [],
      known,
      ...news
    }: NoticeContent & { author: Author; except?: readonly number[]; known?: readonly number[] | undefined },
  ): Promise<void> {
    const all = known ?? (await followers.list(tx.q, ticket.id));
    const ids = all.filter((id) => !except.includes(id));
    const others = author.type === 'user' ? ids.filter((id) => id !== author.id) : ids;
    if (others.length === 0) return;
    for (const person of await agents.listSight(tx.q, others))
      if (sees(person, ticket)) await put(tx, person, { ...news, ticketId: ticket.id, by: author.name });
  }

  return {
    async demandMentionable(tx: Tx, ticket: Ticket, body: string): Promise<UserScope[]> {
      const ids = mentionsIn(body);
      if (ids.length === 0) return [];
      if (ids.length > LIMITS.mentions)
        throw new AppError('invalid', [
          { path: 'body', message: `At most ${LIMITS.mentions} people can be mentioned` },
        ]);
      const people = await agents.listSight(tx.q, ids);
      const blind = people.filter((person) => !sees(person, ticket)).map((person) => person.fullname);
      if (people.length < ids.length || blind.length > 0)
        throw new AppError('invalid_reference', [
          {
            path: 'body',
            message:
              blind.length > 0 ? `Not allowed to see this ticket: ${blind.join(', ')}` : 'Unknown user',
          },
        ]);
      return people;
    },

    async notifyOfMessage(
      tx: Tx,
      ticket: Ticket,
      message: Message,
      {
        mentioned = [],
        followers: known,
      }: { mentioned?: readonly UserScope[]; followers?: readonly number[] },
    ): Promise<void> {
      const nameOf = (id: number) => mentioned.find((person) => person.id === id)?.fullname;
      const text = [...withNames(message.body, nameOf)].slice(0, EXCERPT).join('');
      const news = { messageId: message.id, text };
      const { author } = message;
      const others = mentioned.filter((person) => person.id !== author.id);
      for (const person of others) {
        await startFollowing(tx, { ticketId: ticket.id, userId: person.id }, clock.now());
        await put(tx, person, { ...news, kind: 'mention', ticketId: ticket.id, by: author.name });
      }
      const except = others.map((person) => person.id);
      await tellFollowers(tx, ticket, { ...news, kind: 'message', author, except, known });
    },

    listFollowers: (tx, ticketId) => followers.list(tx.q, ticketId),

    notifyOfStatus: (tx: Tx, ticket: Ticket, author: Author): Promise<void> =>
      tellFollowers(tx, ticket, { kind: 'status', messageId: null, text: ticket.status, author }),

    notifyOfReturn: (tx: Tx, ticket: Ticket, userId: number): Promise<void> =>
      tellOne(tx, ticket, userId, 'snooze'),
    notifyOfUnsent: (tx: Tx, ticket: Ticket, userId: number): Promise<void> =>
      tellOne(tx, ticket, userId, 'unsent'),

    async notifyByRule(tx: Tx, ticket: Ticket, userId: number, rule: string): Promise<boolean> {
      const [person] = await agents.listSight(tx.q, [userId]);
      if (!person || !sees(person, ticket)) return false;
      await put(tx, person, { kind: 'rule', messageId: null, ticketId: ticket.id, by: rule, text: '' });
      return true;
    },

    async followByRule(tx: Tx, ticket: Ticket, userId: number): Promise<boolean> {
      const [person] = await agents.listSight(tx.q, [userId]);
      if (!person || !sees(person, ticket)) return false;
      await startFollowing(tx, { ticketId: ticket.id, userId }, clock.now());
      return true;
    },

    async list(
      viewer: Viewer,
      { kind, before, limit }: QueryOf<typeof listNotices>,
    ): Promise<ResponseOf<typeof listNotices>> {
      const rows = await store.list(db.q, viewer, { kind, before, limit: limit + 1 });
      const unread = await store.countUnread(db.q, viewer);
      return { data: rows.slice(0, limit), has_more: rows.length > limit, unread };
    },

    markRead: (viewer: Viewer, which: BodyOf<typeof readNotices>): Promise<void> =>
      db.transaction(async (tx) => {
        await lockUnread(tx.q, viewer.id);
        if ((await store.markRead(tx.q, viewer.id, which, clock.now())) === 0) return;
        const unread = await store.countUnread(tx.q, viewer);
        tx.emit('ticket-notices-read', { unread }, [`user:${viewer.id}`]);
      }),

    async mentionable(viewer: Viewer, id: number): Promise<ResponseOf<typeof listMentionable>['data']> {
      const ticket = await get(viewer, id);
      const people = await agents.listSight(db.q, null);
      return people.map((person) => ({
        id: person.id,
        fullname: person.fullname,
        username: person.username,
        can_see: sees(person, ticket),
      }));
    },
  };
}
