import {
  Activity,
  SOUND_NAMES,
  TAKES_MESSAGES,
  type ActivityId,
  type Agent,
  type BodyOf,
  type CurrentUser,
  type Reference,
  type setActivity,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { isExpired, type Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { createPeopleImport, type PeopleImporting } from './people/import/import-service.ts';
import { createLeaving, type Leaving } from './people/leaving-service.ts';
import { createPeople, type PeopleAccounts } from './people/people-service.ts';
import { createPersonErasing, type PersonErasing } from './people/erasing-service.ts';
import * as screens from './screen-store.ts';
import * as store from './store.ts';
import { CAUSES } from './store.ts';
import { createWrapUp, type WrapUp } from './wrap-up-service.ts';

/** Their state: what they are doing, since when, and what ended it. */
type AgentStates = {
  /**
   * Changes what a person is doing, with its time and cause. The same activity again is not a change. Nothing else writes it,
   * so that the history and every screen hear of each change.
   */
  change(
    tx: Tx,
    userId: number,
    to: Doing & { breakReasonId?: number | null; cause: string; at?: Date },
  ): Promise<void>;
  /** A person chooses; refuses a break without its reason (`invalid`), and a reason of other departments (`invalid_reference`). */
  choose(viewer: Viewer, body: BodyOf<typeof setActivity>): Promise<Agent>;
  /** Whoever leads says what somebody does from now on. `conflict`: they are in a call, or one rings. */
  chooseFor(tx: Tx, one: Agent, body: BodyOf<typeof setActivity>): Promise<Agent>;
  /** As whoever leads has it. `conflict`: they are in a call, or one rings. */
  setOffline(tx: Tx, userId: number): Promise<void>;
  wrapUp: WrapUp;
  /** When wrap-up that begins now ends by itself, as the department has it; null where it does not. */
  wrapUpEnd(q: Query, departmentId: number): Promise<Date | null>;
  /** Whoever follows telephones is asked what they make of somebody who comes back. */
  registerPhones(own: Phones): void;
  /** Who was set offline because the line was cut, and is back soon, goes on with what they were doing. */
  cameBack(userId: number): Promise<void>;
  /** Whoever was in a room call is in wrap-up (section 4, "activity 17"), unless they talk on the telephone as well. */
  endRoomCall(tx: Tx, userId: number, departmentId: number | undefined): Promise<void>;
  /** Nobody answered what rang for this person: no call is offered to them until they say that they are there. */
  missCall(tx: Tx, userId: number): Promise<void>;
  signedOut(userId: number): Promise<void>;
  /** Whoever closed the screen without signing out goes offline: nobody stays green who is not there. Runs by the clock. */
  noticeGone(): Promise<void>;
  /** They have something to do: others have been idle for longer now. */
  restartIdle(q: Query, userId: number): Promise<void>;
  /** Who of these has a screen open, and what they do; until this transaction ends they go on doing that. */
  hold(q: Query, userIds: readonly number[]): Promise<Map<number, ActivityId>>;
};

/** Their screens, as every process of the server notes those that are connected to it. */
type AgentScreens = {
  markSeen(userIds: readonly number[]): Promise<void>;
  markLeft(userId: number): Promise<void>;
  /** Has this person a screen on any process that is alive? */
  isHere(userId: number): Promise<boolean>;
  openScreen(userId: number): Promise<void>;
  closeScreen(userId: number): Promise<void>;
  /** Whom the database has as connected to this process. */
  listScreens(): Promise<number[]>;
  /** Who has been away since before that, with nobody who saw them go. */
  listLost(before: Date): Promise<number[]>;
};

/** Reading who works here. */
type AgentReading = {
  /** By name, without those who have left. */
  list(): Promise<Agent[]>;
  listActivities(): Promise<Reference['activities']>;
  /** Refuses an id that is not there (`not_found`). */
  activity(id: number): Promise<Reference['activities'][number]>;
  /** Who is there to take messages, also while their page only reloads. */
  listAvailable(q: Query): Promise<store.Available[]>;
  /**
   * Who of these departments may be offered a conversation now, with how long each has been idle and what they know:
   * nobody whose screen could not show it.
   */
  listConnected(
    q: Query,
    activities: readonly ActivityId[],
    departmentIds: readonly number[],
  ): Promise<store.Connected[]>;
  /** How many conversations this person takes at once; 0 for somebody who is not there. */
  capacityOf(q: Query, userId: number): Promise<number>;
  /** Everybody who works here, with how much written work each is given at once. */
  listCapacities(): Promise<(Agent & { capacity: number })[]>;
  /** What these people, or all, may see of tickets. */
  listSight(q: Query, ids: readonly number[] | null): Promise<store.Sight[]>;
  /** Whoever has a screen open now, ready or not. */
  listPresent(q: Query): Promise<(Agent & { may_reply: boolean })[]>;
  /** Somebody who works here; nothing where they do not exist, or have left. */
  findActive(q: Query, id: number): Promise<Agent | undefined>;
  /** Whether they still work here or not. */
  getAgent(q: Query, id: number): Promise<Agent>;
  /** Refuses somebody who does not exist or no longer works here (`invalid_reference`). */
  demandAssignable(q: Query, userId: number): Promise<void>;
  /** The answer of GET /api/user. */
  currentUser(viewer: Viewer): Promise<{ data: CurrentUser; extension: string }>;
};

/** People who work here: their accounts, what they are doing, and their screens. */
export type Agents = PeopleAccounts &
  Leaving &
  PersonErasing &
  PeopleImporting &
  AgentStates &
  AgentScreens &
  AgentReading;

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

const AT_A_CALL: readonly ActivityId[] = [Activity.ringing, Activity.inCall, Activity.inRoomCall];

type Choice = BodyOf<typeof setActivity>;
type Chooser = Pick<Viewer, 'id' | 'departmentIds'>;

export function createAgents({ db, clock, jobs, notices, events, log, self, auth, settings }: Deps): Agents {
  const tell = async (tx: Tx, userId: number): Promise<void> =>
    tx.emit('user-activity-changed', await store.getAgent(tx.q, userId), ['agents', `user:${userId}`]);

  const change: AgentStates['change'] = async (
    tx,
    userId,
    { activity, breakReasonId = null, cause, endsAt = null, at: now = clock.now() },
  ) => {
    const state = await store.lockState(tx.q, userId);
    if (state.user_activity_id === activity && state.break_reason_id === breakReasonId) return;
    await store.changeState(tx.q, { userId, activity, breakReasonId, cause, endsAt, now });
    await tell(tx, userId);
  };

  let phones: Phones = { at: () => Promise.resolve(undefined), extended: () => Promise.resolve() };
  const extended: Phones['extended'] = (tx, userId, endsAt) => phones.extended(tx, userId, endsAt);
  const wrapUp = createWrapUp({ db, clock, events, log, change, tell, extended });

  async function wrapUpEnd(q: Query, departmentId: number): Promise<Date | null> {
    const seconds = (await settings.findDepartment(q, departmentId))?.wrap_up_seconds ?? 0;
    return seconds > 0 ? new Date(clock.now().getTime() + seconds * 1000) : null;
  }

  /** Reasons of other departments, or no longer offered, can't be chosen. */
  async function demandBreakReason(q: Query, departmentIds: readonly number[], id: number): Promise<void> {
    const reason = await settings.findBreakReason(q, id);
    if (reason && (reason.department_id === null || departmentIds.includes(reason.department_id))) return;
    throw new AppError('invalid_reference', [
      { path: 'break_reason_id', message: 'This break reason is not offered to you' },
    ]);
  }

  /** What was chosen for somebody, by themselves or by whoever leads. A break needs a reason that is offered to them. */
  async function choose(
    tx: Tx,
    one: Chooser,
    { body, cause }: { body: Choice; cause: string },
  ): Promise<void> {
    const isBreak = body.user_activity_id === Activity.onBreak;
    if (isBreak && !body.break_reason_id)
      throw new AppError('invalid', [{ path: 'break_reason_id', message: 'A break needs its reason' }]);
    const breakReasonId = isBreak && body.break_reason_id ? body.break_reason_id : null;
    if (breakReasonId !== null) await demandBreakReason(tx.q, one.departmentIds, breakReasonId);
    await change(tx, one.id, { activity: body.user_activity_id, breakReasonId, cause });
  }

  /** Locks what somebody does. Refused while they are in a call, or one rings: it would go on without them. */
  async function demandNoCall(tx: Tx, userId: number): Promise<void> {
    const { user_activity_id: activity } = await store.lockState(tx.q, userId);
    if (AT_A_CALL.includes(activity)) throw new AppError('conflict');
  }

  const goneBefore = () => new Date(clock.now().getTime() - GONE_AFTER_MS);

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
    ...createPersonErasing({ db, clock, jobs, notices, settings, auth, people }),
    ...createPeopleImport({ db, clock, notices, settings, auth, people }),
    change,
    wrapUp,
    wrapUpEnd,
    registerPhones: (own) => void (phones = own),
    noticeGone,
    list: () => store.listAgents(db.q),
    listActivities: () => store.listActivities(db.q),
    activity: async (id) => found(await store.findActivity(db.q, id)),
    markSeen: (userIds) => store.markSeen(db.q, userIds, clock.now()),
    markLeft: (userId) => store.markLeft(db.q, userId, clock.now()),
    isHere: (userId) => screens.findHere(db.q, userId, self),
    openScreen: (userId) => screens.insertScreen(db.q, userId, self),
    closeScreen: (userId) => screens.deleteScreen(db.q, userId, self),
    listScreens: () => screens.listScreens(db.q, self),
    listLost: (before) => screens.listDisconnectedUsers(db.q, self, before),
    restartIdle: (q, userId) => store.restartIdle(q, userId, clock.now()),
    hold: store.hold,
    listCapacities: () => store.listCapacities(db.q),

    listAvailable: (q) => store.listAvailable(q, { activities: TAKES_MESSAGES, seenAfter: goneBefore() }),

    listConnected: (q, activities, departmentIds) =>
      store.listConnected(q, { activities, seenAfter: goneBefore() }, departmentIds, self),
    capacityOf: (q, userId) => store.readCapacity(q, userId),

    listSight: store.listSight,

    listPresent: (q) => store.listPresent(q, self),

    findActive: store.findAgent,
    getAgent: store.getAgent,

    async demandAssignable(q, userId) {
      if (await store.findAgent(q, userId)) return;
      throw new AppError('invalid_reference', [{ path: 'assignee_id', message: 'There is no such person' }]);
    },

    async choose(viewer, body) {
      await db.transaction((tx) => choose(tx, viewer, { body, cause: 'chosen' }));
      return store.getAgent(db.q, viewer.id);
    },

    async chooseFor(tx, { id, department_ids: departmentIds }, body) {
      await demandNoCall(tx, id);
      await choose(tx, { id, departmentIds }, { body, cause: CAUSES.set });
      return store.getAgent(tx.q, id);
    },

    async setOffline(tx, userId) {
      await demandNoCall(tx, userId);
      await change(tx, userId, { activity: Activity.offline, cause: CAUSES.set });
    },

    async cameBack(userId) {
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

    async endRoomCall(tx, userId, departmentId) {
      await store.lockState(tx.q, userId);
      const endsAt = departmentId === undefined ? null : await wrapUpEnd(tx.q, departmentId);
      const doing = (await phones.at(tx, userId)) ?? { activity: Activity.idleAfterCall, endsAt };
      await change(tx, userId, { ...doing, cause: CAUSES.ended });
    },

    async missCall(tx, userId) {
      // Who takes messages only, or has gone meanwhile, goes on so.
      const { user_activity_id: activity } = await store.lockState(tx.q, userId);
      if (activity !== Activity.ready && activity !== Activity.ringing) return;
      await change(tx, userId, { activity: Activity.idleAfterCall, cause: CAUSES.missed });
    },

    async signedOut(userId) {
      await db.transaction((tx) => change(tx, userId, { activity: Activity.offline, cause: 'signed-out' }));
    },

    async currentUser(viewer) {
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
          seen_by: viewer.seenBy ? { fullname: viewer.seenBy.fullname, until: viewer.seenBy.until } : null,
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
