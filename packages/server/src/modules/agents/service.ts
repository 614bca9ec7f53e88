import {
  Activity,
  SOUND_NAMES,
  MESSAGE_READY_ACTIVITIES,
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
import { peopleInDepartmentMerge } from './people/department-merge.ts';
import { createDeactivation, type Deactivation } from './people/leaving-service.ts';
import { createPeople, type PeopleAccounts } from './people/people-service.ts';
import { createPersonErasing, type PersonErasing } from './people/erasing-service.ts';
import * as screens from './screen-store.ts';
import * as store from './store.ts';
import { ACTIVITY_CHANGE_CAUSES } from './store.ts';
import { createWrapUp, type WrapUp } from './wrap-up-service.ts';

/** Users' activities: what they are doing, since when, and why it changed. */
type AgentStates = {
  /**
   * Changes the activity of a user, with its time and cause; the same activity again changes nothing. All changes go through
   * this, so that history and screens get each of them. Returns the user with the new activity; undefined for the same one.
   */
  change(
    tx: Tx,
    userId: number,
    to: ActivityChange & { breakReasonId?: number | null; cause: string; at?: Date },
  ): Promise<Agent | undefined>;
  /**
   * A user chooses an activity. @throws AppError `invalid` for a break without a reason; `invalid_reference` for a reason of
   * other departments
   */
  choose(viewer: Viewer, body: BodyOf<typeof setActivity>): Promise<Agent>;
  /** A supervisor chooses it for a user. @throws AppError `conflict` while the user is in a call, or rung */
  chooseFor(tx: Tx, one: Agent, body: BodyOf<typeof setActivity>): Promise<Agent>;
  /** The end of wrap-up that begins now, by the department's setting; null for no limit. */
  setOffline(tx: Tx, userId: number): Promise<void>;
  wrapUp: WrapUp;
  /** When wrap-up that begins now ends by itself, as the department has it; null where it does not. */
  wrapUpEnd(q: Query, departmentId: number): Promise<Date | null>;
  /** Registers the telephony module, which is asked about the phone of a user who comes back. */
  registerPhones(own: Phones): void;
  /** A user who was set offline by a lost connection and is back soon gets their previous activity. */
  restoreActivity(userId: number): Promise<void>;
  /** After a room call a user is in wrap-up (section 4, "activity 17"), unless they are in a telephone call as well. */
  endRoomCall(tx: Tx, userId: number, departmentId: number | undefined): Promise<void>;
  /** A user missed a call: no further one is offered until they set themselves ready. */
  missCall(tx: Tx, userId: number): Promise<void>;
  signedOut(userId: number): Promise<void>;
  /** Sets users offline who closed their screen without signing out. A job runs it. */
  noticeGone(): Promise<void>;
  /** These users were given work, so their idle time starts again and others count as idle for longer. */
  restartIdle(q: Query, userId: number): Promise<void>;
  /** Locks the activities of these users until the transaction ends, and returns those of users with a screen open. */
  hold(q: Query, userIds: readonly number[]): Promise<Map<number, ActivityId>>;
};

/** Users' open screens, which every process of the server notes for its own connections. */
type AgentScreens = {
  markSeen(userIds: readonly number[]): Promise<void>;
  markLeft(userId: number): Promise<void>;
  /** Whether this user has a screen open on any process that lives. */
  isHere(userId: number): Promise<boolean>;
  openScreen(userId: number): Promise<void>;
  closeScreen(userId: number): Promise<void>;
  /** The users that the database has as connected to this process. */
  listScreens(): Promise<number[]>;
  /** Users who were last seen before that and whose leaving was not noticed. */
  listLost(before: Date): Promise<number[]>;
};

/** Reading agents. */
type AgentReading = {
  /** By name, active ones only. */
  list(): Promise<Agent[]>;
  listActivities(): Promise<Reference['activities']>;
  /** @throws AppError `not_found` */
  activity(id: number): Promise<Reference['activities'][number]>;
  /** Users who can take messages, including those whose page is being reloaded. */
  listAvailable(q: Query): Promise<store.AvailableAgent[]>;
  /**
   * Users of these departments who can be offered a conversation now, with their idle time and skills; only those whose page is
   * connected.
   */
  listConnected(
    q: Query,
    activities: readonly ActivityId[],
    departmentIds: readonly number[],
  ): Promise<store.ConnectedAgent[]>;
  /** How many conversations this user takes at once; 0 for an unknown one. */
  capacityOf(q: Query, userId: number): Promise<number>;
  /** All active users with their capacity. */
  listCapacities(): Promise<(Agent & { capacity: number })[]>;
  /** What these users, or all, may see of tickets. */
  listSight(q: Query, ids: readonly number[] | null): Promise<store.VisibleScope[]>;
  /** Users with a screen open now, whatever their activity. */
  listPresent(q: Query): Promise<(Agent & { may_reply: boolean })[]>;
  /** An active user; undefined where they do not exist or are inactive. */
  findActive(q: Query, id: number): Promise<Agent | undefined>;
  /** A user, active or not. */
  getAgent(q: Query, id: number): Promise<Agent>;
  /** @throws AppError `invalid_reference` for a user who does not exist or is inactive */
  demandAssignable(q: Query, userId: number): Promise<void>;
  /** The response of GET /api/user. */
  currentUser(viewer: Viewer): Promise<{ data: CurrentUser; extension: string }>;
};

/** Users: their accounts, activities and screens. */
export type Agents = PeopleAccounts &
  Deactivation &
  PersonErasing &
  PeopleImporting &
  AgentStates &
  AgentScreens &
  AgentReading;

/** How often open screens are noted, and how long after the last note a user counts as gone. */
export const SEEN_EVERY_MS = 20_000;
const GONE_AFTER_MS = 60_000;
const BACK_SOON_MS = 15 * 60_000;

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'notices' | 'events' | 'log' | 'self'> & {
  auth: Auth;
  settings: Settings;
};
type ActivityChange = { activity: ActivityId; endsAt?: Date | null };
/** Registered by the telephony module; both are called with the user's activity locked. */
type Phones = {
  /** The activity that the user's phone requires now; undefined where it is not used. */
  at: (tx: Tx, userId: number) => Promise<ActivityChange | undefined>;
  /** Their after-call work was extended until then. */
  extended: (tx: Tx, userId: number, endsAt: Date) => Promise<void>;
};

/** Activities that only begin and end by a phone. */
const BY_PHONE: readonly ActivityId[] = [Activity.ringing, Activity.inCall, Activity.afterCallWork];

const AT_A_CALL: readonly ActivityId[] = [Activity.ringing, Activity.inCall, Activity.inRoomCall];

type Choice = BodyOf<typeof setActivity>;
type Chooser = Pick<Viewer, 'id' | 'departmentIds'>;

export function createAgents({ db, clock, jobs, notices, events, log, self, auth, settings }: Deps): Agents {
  const emitAgentState = async (tx: Tx, userId: number): Promise<Agent> => {
    const agent = await store.getAgent(tx.q, userId);
    tx.emit('user-activity-changed', agent, ['agents', `user:${userId}`]);
    return agent;
  };

  const change: AgentStates['change'] = async (
    tx,
    userId,
    { activity, breakReasonId = null, cause, endsAt = null, at: now = clock.now() },
  ) => {
    const state = await store.lockState(tx.q, userId);
    if (state.user_activity_id === activity && state.break_reason_id === breakReasonId) return undefined;
    await store.changeState(tx.q, { userId, activity, breakReasonId, cause, endsAt, now });
    return emitAgentState(tx, userId);
  };

  let phones: Phones = { at: () => Promise.resolve(undefined), extended: () => Promise.resolve() };
  const extended: Phones['extended'] = (tx, userId, endsAt) => phones.extended(tx, userId, endsAt);
  const wrapUp = createWrapUp({ db, clock, events, log, change, emitAgentState, extended });

  async function wrapUpEnd(q: Query, departmentId: number): Promise<Date | null> {
    const seconds = (await settings.findDepartment(q, departmentId))?.wrap_up_seconds ?? 0;
    return seconds > 0 ? new Date(clock.now().getTime() + seconds * 1000) : null;
  }

  /** Only break reasons that are active, and of one of the user's departments or of all, can be chosen. */
  async function demandBreakReason(q: Query, departmentIds: readonly number[], id: number): Promise<void> {
    const reason = await settings.findBreakReason(q, id);
    if (reason && (reason.department_id === null || departmentIds.includes(reason.department_id))) return;
    throw new AppError('invalid_reference', [
      { path: 'break_reason_id', message: 'This break reason is not available to you' },
    ]);
  }

  /** Applies a choice of the user or of a supervisor; returns what `change` does. A break needs a reason that is offered to them. */
  async function choose(
    tx: Tx,
    one: Chooser,
    { body, cause }: { body: Choice; cause: string },
  ): Promise<Agent | undefined> {
    const isBreak = body.user_activity_id === Activity.onBreak;
    if (isBreak && !body.break_reason_id)
      throw new AppError('invalid', [{ path: 'break_reason_id', message: 'A break needs its reason' }]);
    const breakReasonId = isBreak && body.break_reason_id ? body.break_reason_id : null;
    if (breakReasonId !== null) await demandBreakReason(tx.q, one.departmentIds, breakReasonId);
    return change(tx, one.id, { activity: body.user_activity_id, breakReasonId, cause });
  }

  /** Locks the user's activity. Refused while they are in a call, or rung: it would go on without them. */
  async function demandNoCall(tx: Tx, userId: number): Promise<void> {
    const { user_activity_id: activity } = await store.lockState(tx.q, userId);
    if (AT_A_CALL.includes(activity)) throw new AppError('conflict');
  }

  const goneBefore = () => new Date(clock.now().getTime() - GONE_AFTER_MS);

  async function noticeGone(): Promise<void> {
    await screens.deleteScreensOfEndedProcesses(db.q, self);
    for (const userId of await store.listUsersNotSeenSince(db.q, goneBefore()))
      await db.transaction(async (tx) => {
        const { last_seen_at: seen, activity_since: since } = await store.lockState(tx.q, userId);
        // Offline from the last sign of life, since nothing is known after that.
        const at = new Date(seen !== null && seen > since ? seen : since);
        await change(tx, userId, { activity: Activity.offline, cause: ACTIVITY_CHANGE_CAUSES.gone, at });
      });
    await wrapUp.endDue();
  }
  jobs.define('agents:notice-gone', noticeGone);
  jobs.schedule('agents:notice-gone', '* * * * *');

  const people = createPeople({ db, clock, notices, settings, auth });
  settings.departments.register(peopleInDepartmentMerge);

  return {
    ...people,
    ...createDeactivation({ db, clock, notices, settings, auth, people, change }),
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
    markSeen: (userIds) => store.markPresent(db.q, userIds, clock.now()),
    markLeft: (userId) => store.markLastScreenClosed(db.q, userId, clock.now()),
    isHere: (userId) => screens.hasOpenScreen(db.q, userId, self),
    openScreen: (userId) => screens.insertScreen(db.q, userId, self),
    closeScreen: (userId) => screens.deleteScreen(db.q, userId, self),
    listScreens: () => screens.listScreens(db.q, self),
    listLost: (before) => screens.listDisconnectedUsers(db.q, self, before),
    restartIdle: (q, userId) => store.restartIdleTime(q, userId, clock.now()),
    hold: store.lockActivities,
    listCapacities: () => store.listAgentsWithCapacity(db.q),

    listAvailable: (q) =>
      store.listAvailable(q, { activities: MESSAGE_READY_ACTIVITIES, seenAfter: goneBefore() }),

    listConnected: (q, activities, departmentIds) =>
      store.listConnected(q, { activities, seenAfter: goneBefore() }, departmentIds, self),
    capacityOf: (q, userId) => store.readCapacity(q, userId),

    listSight: store.listVisibleScopes,

    listPresent: (q) => store.listUsersWithScreen(q, self),

    findActive: store.findAgent,
    getAgent: store.getAgent,

    async demandAssignable(q, userId) {
      if (await store.findAgent(q, userId)) return;
      throw new AppError('invalid_reference', [{ path: 'assignee_id', message: 'Unknown user' }]);
    },

    async choose(viewer, body) {
      return db.transaction(async (tx) => {
        const changed = await choose(tx, viewer, { body, cause: 'chosen' });
        if (changed) return changed;
        // A sign of life, although they choose what they do already.
        await store.updateLastSeen(tx.q, viewer.id, clock.now());
        return store.getAgent(tx.q, viewer.id);
      });
    },

    async chooseFor(tx, { id, department_ids: departmentIds }, body) {
      await demandNoCall(tx, id);
      await choose(tx, { id, departmentIds }, { body, cause: ACTIVITY_CHANGE_CAUSES.set });
      return store.getAgent(tx.q, id);
    },

    async setOffline(tx, userId) {
      await demandNoCall(tx, userId);
      await change(tx, userId, { activity: Activity.offline, cause: ACTIVITY_CHANGE_CAUSES.set });
    },

    async restoreActivity(userId) {
      await store.markPresent(db.q, [userId], clock.now());
      const [last, before] = await store.listRecentActivities(db.q, userId, 2);
      const isSoon = last && clock.now().getTime() - Date.parse(last.started_at) < BACK_SOON_MS;
      if (last?.cause !== ACTIVITY_CHANGE_CAUSES.gone || !isSoon || !before) return;
      const { user_activity_id: earlier, break_reason_id: breakReasonId } = before;
      await db.transaction(async (tx) => {
        const { ends_at: endsAt } = await store.lockState(tx.q, userId);
        // The call may have ended or changed meanwhile. An agent who was rung or in a call was ready before it.
        const atPhone = BY_PHONE.includes(earlier) ? await phones.at(tx, userId) : undefined;
        const left = BY_PHONE.includes(earlier) && !atPhone ? Activity.ready : (atPhone?.activity ?? earlier);
        const doing = leftOf(left, endsAt, clock.now());
        // The cause of wrap-up is kept: a missed call is not forgotten by closing the page.
        const cause = doing.activity === Activity.idleAfterCall ? before.cause : 'came back';
        await change(tx, userId, { ...doing, breakReasonId, cause });
      });
    },

    async endRoomCall(tx, userId, departmentId) {
      await store.lockState(tx.q, userId);
      const endsAt = departmentId === undefined ? null : await wrapUpEnd(tx.q, departmentId);
      const doing = (await phones.at(tx, userId)) ?? { activity: Activity.idleAfterCall, endsAt };
      await change(tx, userId, { ...doing, cause: ACTIVITY_CHANGE_CAUSES.ended });
    },

    async missCall(tx, userId) {
      // Users who take messages only, or have left meanwhile, keep their activity.
      const { user_activity_id: activity } = await store.lockState(tx.q, userId);
      if (activity !== Activity.ready && activity !== Activity.ringing) return;
      await change(tx, userId, { activity: Activity.idleAfterCall, cause: ACTIVITY_CHANGE_CAUSES.missed });
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

/** The activity to continue with; a wrap-up that has expired meanwhile is over. Pure. */
function leftOf(earlier: ActivityId, endsAt: string | null, now: Date): ActivityChange {
  if (!store.isAfterCallActivity({ user_activity_id: earlier }) || endsAt === null)
    return { activity: earlier };
  return Date.parse(endsAt) > now.getTime()
    ? { activity: earlier, endsAt: new Date(endsAt) }
    : { activity: Activity.ready };
}

/** Sounds of other versions are left out, and dropped with the next change. */
function knownSounds(stored: Record<string, number>): CurrentUser['sounds'] {
  return Object.fromEntries(SOUND_NAMES.flatMap((name) => (name in stored ? [[name, stored[name]]] : [])));
}
