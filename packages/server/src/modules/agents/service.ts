import {
  Activity,
  SOUND_NAMES,
  TAKES_MESSAGES,
  type ActivityId,
  type Agent,
  type BodyOf,
  type CurrentUser,
  type setActivity,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { isExpired, type Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { createPeopleImport } from './people/import/import-service.ts';
import { createLeaving } from './people/leaving-service.ts';
import { createPeople } from './people/people-service.ts';
import * as screens from './screen-store.ts';
import * as store from './store.ts';
import { CAUSES } from './store.ts';
import { createWrapUp } from './wrap-up-service.ts';

export type Agents = ReturnType<typeof createAgents>;

/** How often open screens are noted, and after how long without one a person counts as gone. */
export const SEEN_EVERY_MS = 20_000;
const GONE_AFTER_MS = 60_000;
const BACK_SOON_MS = 15 * 60_000;

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'notices' | 'events' | 'log' | 'self'> & {
  auth: Auth;
  settings: Settings;
};
type Doing = { activity: ActivityId; endsAt?: Date | null };
/** Both are called with the person's state locked. */
type Phones = {
  /** What somebody's phone has them do at this moment; undefined where it is not used. */
  at: (tx: Tx, userId: number) => Promise<Doing | undefined>;
  /** Their after-call work ends then. */
  extended: (tx: Tx, userId: number, endsAt: Date) => Promise<void>;
};

/** These only what happens to a phone begins and ends. */
const BY_PHONE: readonly ActivityId[] = [Activity.ringing, Activity.inCall, Activity.afterCallWork];

export function createAgents({ db, clock, jobs, notices, events, log, self, auth, settings }: Deps) {
  const tell = async (tx: Tx, userId: number): Promise<void> =>
    tx.emit('user-activity-changed', await store.getAgent(tx.q, userId), ['agents', `user:${userId}`]);

  /**
   * Changes what a person is doing, with its time and cause. The same activity again is not a change. Nothing else writes it,
   * so that the history and every screen hear of each change.
   */
  async function change(
    tx: Tx,
    userId: number,
    {
      activity,
      breakReasonId = null,
      cause,
      endsAt = null,
      at: now = clock.now(),
    }: Doing & { breakReasonId?: number | null; cause: string; at?: Date },
  ): Promise<void> {
    const state = await store.lockState(tx.q, userId);
    if (state.user_activity_id === activity && state.break_reason_id === breakReasonId) return;
    await store.changeState(tx.q, { userId, activity, breakReasonId, cause, endsAt, now });
    await tell(tx, userId);
  }

  let phones: Phones = { at: () => Promise.resolve(undefined), extended: () => Promise.resolve() };
  const extended: Phones['extended'] = (tx, userId, endsAt) => phones.extended(tx, userId, endsAt);
  const wrapUp = createWrapUp({ db, clock, events, log, change, tell, extended });

  /** When wrap-up that begins now ends by itself, as the department has it; null where it does not. */
  async function wrapUpEnd(q: Query, departmentId: number): Promise<Date | null> {
    const seconds = (await settings.findDepartment(q, departmentId))?.wrap_up_seconds ?? 0;
    return seconds > 0 ? new Date(clock.now().getTime() + seconds * 1000) : null;
  }

  /** Reasons of other departments, or no longer offered, can't be chosen. */
  async function demandBreakReason(q: Query, { departmentIds }: Viewer, id: number): Promise<void> {
    const reason = await settings.findBreakReason(q, id);
    if (reason && (reason.department_id === null || departmentIds.includes(reason.department_id))) return;
    throw new AppError('invalid_reference', [
      { path: 'break_reason_id', message: 'This break reason is not offered to you' },
    ]);
  }

  const goneBefore = () => new Date(clock.now().getTime() - GONE_AFTER_MS);

  /** Whoever closed the screen without signing out goes offline: nobody stays green who is not there. */
  async function noticeGone(): Promise<void> {
    await screens.deleteOfDead(db.q, self);
    for (const userId of await store.listGone(db.q, goneBefore()))
      await db.transaction(async (tx) => {
        const { last_seen_at: seen, activity_since: since } = await store.lockState(tx.q, userId);
        // Since then nobody knows what they did: neither work nor a break goes on without a sign of life.
        const at = new Date(seen !== null && seen > since ? seen : since);
        await change(tx, userId, { activity: Activity.offline, cause: CAUSES.gone, at });
      });
    await wrapUp.endDue();
  }
  jobs.define('agents:notice-gone', noticeGone);
  jobs.schedule('agents:notice-gone', '* * * * *');

  const people = createPeople({ db, clock, notices, settings, auth });

  return {
    ...people,
    ...createLeaving({ db, clock, notices, settings, auth, people, change }),
    ...createPeopleImport({ db, clock, notices, settings, auth, people }),
    change,
    wrapUp,
    wrapUpEnd,
    /** Whoever follows telephones is asked what they make of somebody who comes back. */
    registerPhones: (own: Phones): void => void (phones = own),
    noticeGone,
    list: () => store.listAgents(db.q),
    listActivities: () => store.listActivities(db.q),
    activity: async (id: number) => found(await store.findActivity(db.q, id)),
    markSeen: (userIds: readonly number[]) => store.markSeen(db.q, userIds, clock.now()),
    markLeft: (userId: number) => store.markLeft(db.q, userId, clock.now()),
    isHere: (userId: number) => screens.findHere(db.q, userId, self),
    openScreen: (userId: number) => screens.insertScreen(db.q, userId, self),
    closeScreen: (userId: number) => screens.deleteScreen(db.q, userId, self),
    /** Whom the database has as connected to this process. */
    listScreens: () => screens.listScreens(db.q, self),
    /** Who has been away since before that, with nobody who saw them go. */
    listLost: (before: Date) => screens.listLost(db.q, self, before),
    restartIdle: (q: Query, userId: number) => store.restartIdle(q, userId, clock.now()),
    hold: store.hold,
    countByActivity: () => store.countByActivity(db.q),

    /** Who is there to take messages, also while their page only reloads. */
    listAvailable: (q: Query) =>
      store.listAvailable(q, { activities: TAKES_MESSAGES, seenAfter: goneBefore() }),

    /**
     * Who of these departments may be offered a conversation now, with how long each has been idle and what they know:
     * nobody whose screen could not show it.
     */
    listConnected: (q: Query, activities: readonly ActivityId[], departmentIds: readonly number[]) =>
      store.listConnected(q, { activities, seenAfter: goneBefore() }, departmentIds, self),
    capacityOf: (q: Query, userId: number) => store.readCapacity(q, userId),

    /** What these people, or all, may see of tickets. */
    listSight: store.listSight,

    /** Whoever has a screen open now, ready or not. */
    listPresent: (q: Query) => store.listPresent(q, self),

    /** Somebody who works here; nothing where they do not exist, or have left. */
    findActive: store.findAgent,
    /** Whether they still work here or not. */
    getAgent: store.getAgent,

    /** Refuses somebody who does not exist or no longer works here. */
    async demandAssignable(q: Query, userId: number): Promise<void> {
      if (await store.findAgent(q, userId)) return;
      throw new AppError('invalid_reference', [{ path: 'assignee_id', message: 'There is no such person' }]);
    },

    async choose(viewer: Viewer, body: BodyOf<typeof setActivity>): Promise<Agent> {
      const isBreak = body.user_activity_id === Activity.onBreak;
      if (isBreak && !body.break_reason_id) {
        throw new AppError('invalid', [{ path: 'break_reason_id', message: 'A break needs its reason' }]);
      }
      await db.transaction(async (tx) => {
        const breakReasonId = isBreak && body.break_reason_id ? body.break_reason_id : null;
        if (breakReasonId !== null) await demandBreakReason(tx.q, viewer, breakReasonId);
        await change(tx, viewer.id, { activity: body.user_activity_id, breakReasonId, cause: 'chosen' });
      });
      return store.getAgent(db.q, viewer.id);
    },

    /** Who was set offline because the line was cut, and is back soon, goes on with what they were doing. */
    async cameBack(userId: number): Promise<void> {
      await store.markSeen(db.q, [userId], clock.now());
      const [last, before] = await store.listRecent(db.q, userId, 2);
      const isSoon = last && clock.now().getTime() - Date.parse(last.started_at) < BACK_SOON_MS;
      if (last?.cause !== CAUSES.gone || !isSoon || !before) return;
      const { user_activity_id: earlier, break_reason_id: breakReasonId } = before;
      await db.transaction(async (tx) => {
        const { ends_at: endsAt } = await store.lockState(tx.q, userId);
        // Their call may be over since, or another may have begun: who is rung or talks was ready before.
        const atPhone = BY_PHONE.includes(earlier) ? await phones.at(tx, userId) : undefined;
        const left = BY_PHONE.includes(earlier) && !atPhone ? Activity.ready : (atPhone?.activity ?? earlier);
        const doing = leftOf(left, endsAt, clock.now());
        // What an idle time comes from goes on with it: a missed call is not forgotten by a page that closes.
        const cause = doing.activity === Activity.idleAfterCall ? before.cause : 'came back';
        await change(tx, userId, { ...doing, breakReasonId, cause });
      });
    },

    /** Whoever was in a room call is in wrap-up (section 4, "activity 17"), unless they talk on the telephone as well. */
    async endRoomCall(tx: Tx, userId: number, departmentId: number | undefined): Promise<void> {
      await store.lockState(tx.q, userId);
      const endsAt = departmentId === undefined ? null : await wrapUpEnd(tx.q, departmentId);
      const doing = (await phones.at(tx, userId)) ?? { activity: Activity.idleAfterCall, endsAt };
      await change(tx, userId, { ...doing, cause: CAUSES.ended });
    },

    /** Nobody answered what rang for this person: no call is offered to them until they say that they are there. */
    async missCall(tx: Tx, userId: number): Promise<void> {
      // Who takes messages only, or has gone meanwhile, goes on so.
      const { user_activity_id: activity } = await store.lockState(tx.q, userId);
      if (activity !== Activity.ready && activity !== Activity.ringing) return;
      await change(tx, userId, { activity: Activity.idleAfterCall, cause: CAUSES.missed });
    },

    async signedOut(userId: number): Promise<void> {
      await db.transaction((tx) => change(tx, userId, { activity: Activity.offline, cause: 'signed-out' }));
    },

    /** The answer of GET /api/user. */
    async currentUser(viewer: Viewer): Promise<{ data: CurrentUser; extension: string }> {
      const user = await auth.user(viewer.id);
      const agent = await store.getAgent(db.q, viewer.id);
      return {
        data: {
          id: user.id,
          username: user.username,
          fullname: user.fullname,
          email: user.email,
          is_monitoring: user.is_monitoring ? 1 : 0,
          isLoggedIn: true,
          user_level_id: user.user_level_id,
          password_exp_date: user.password_exp_date,
          password_expired: isExpired(user.password_exp_date, clock.now()),
          second_factor_missing: viewer.secondFactorMissing,
          user_activity_id: agent.user_activity_id,
          break_reason_id: agent.break_reason_id,
          activity_since: agent.activity_since,
          activity_cause: agent.activity_cause,
          activity_ends_at: agent.activity_ends_at,
          department_ids: agent.department_ids,
          language: user.language,
          theme: user.theme,
          sounds: knownSounds(user.sounds),
        },
        extension: user.extension,
      };
    },
  };
}

/** What somebody goes on with; wrap-up whose time was over meanwhile is over. Pure. */
function leftOf(earlier: ActivityId, endsAt: string | null, now: Date): Doing {
  if (!store.isAfterCall({ user_activity_id: earlier }) || endsAt === null) return { activity: earlier };
  return Date.parse(endsAt) > now.getTime()
    ? { activity: earlier, endsAt: new Date(endsAt) }
    : { activity: Activity.ready };
}

/** Names of other versions are left out: the next change drops them. */
function knownSounds(stored: Record<string, number>): CurrentUser['sounds'] {
  return Object.fromEntries(SOUND_NAMES.flatMap((name) => (name in stored ? [[name, stored[name]]] : [])));
}
