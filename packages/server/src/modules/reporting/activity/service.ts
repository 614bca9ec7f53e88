import {
  Activity,
  type ActivityCorrection,
  type ActivityDay,
  type ActivityDays,
  type ActivityStretch,
  type BodyOf,
  type correctActivity,
  type listActivityFindings,
  type QueryOf,
  type getActivityDay,
  type ResponseOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { calendarDayOf, visiblePeopleSql, useReadOnlySnapshot, readRange } from '../range.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
const FINDINGS_DAYS = 31;

export type UserActivity = {
  /** The activities of all users whom the viewer may see, on one day. */
  day: (viewer: Viewer, query: QueryOf<typeof getActivityDay>) => Promise<ActivityDays>;
  /**
   * @throws AppError `invalid` for a time that is not over, or longer than a day; `not_found` for a user whom the viewer does
   * not see
   */
  correct: (viewer: Viewer, body: BodyOf<typeof correctActivity>) => Promise<ActivityCorrection>;
  withdraw: (viewer: Viewer, id: number) => Promise<void>;
  findings: (viewer: Viewer) => Promise<ResponseOf<typeof listActivityFindings>>;
  /** Checks the previous day; returns how many findings are new. */
  checkYesterday: () => Promise<number>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & { settings: Pick<Settings, 'config' | 'audit'> };

export function createUserActivity({ db, clock, settings }: Deps): UserActivity {
  async function day(viewer: Viewer, query: QueryOf<typeof getActivityDay>): Promise<ActivityDays> {
    const { time_zone: timeZone } = await settings.config();
    const now = clock.now();
    return db.transaction(async (tx) => {
      await useReadOnlySnapshot(tx.q);
      const range = await readRange(tx.q, { from: query.day, until: query.day }, timeZone);
      const people = visiblePeopleSql(viewer, query, range);
      const asked = { range, now, people };
      const stretches = byPerson(await store.listStretches(tx.q, asked));
      const calls = byPerson(await store.listCallLegs(tx.q, asked));
      const corrections = byPerson(await store.listCorrections(tx.q, range));
      const all = await store.listPeople(tx.q, people);
      return {
        day: query.day,
        time_zone: timeZone,
        from: range.from.toISOString(),
        until: range.until.toISOString(),
        at: now.toISOString(),
        people: all.flatMap((person) => {
          const own = withoutEdges(stretches.get(person.id) ?? []);
          if (own.length === 0) return [];
          return dayOfPerson(person, own, {
            calls: (calls.get(person.id) ?? []).map(withoutPerson),
            corrections: (corrections.get(person.id) ?? []).map(withoutPerson),
          });
        }),
      };
    });
  }

  async function correct(viewer: Viewer, body: BodyOf<typeof correctActivity>): Promise<ActivityCorrection> {
    const [from, until] = [new Date(body.from), new Date(body.until)];
    const now = clock.now();
    demandEnded(from, until, now);
    const isBreak = body.user_activity_id === Activity.onBreak;
    if (isBreak !== (body.break_reason_id !== null))
      throw new AppError('invalid', [
        { path: 'break_reason_id', message: 'A break, and only a break, has a reason' },
      ]);
    return db.transaction(async (tx) => {
      if (!(await store.isUserAmong(tx.q, body.user_id, visiblePeopleSql(viewer, {}))))
        throw new AppError('not_found');
      const id = await store.insertCorrection(tx.q, { ...body, from, until, by: viewer.id, now });
      await settings.audit(tx.q, {
        viewer,
        action: 'user_activity.corrected',
        subject: `user ${body.user_id}`,
        details: { ...body, correction: id },
      });
      const made = (await store.listCorrections(tx.q, { from, until })).find((one) => one.id === id);
      if (!made) throw new Error('a correction is not there that was made');
      return withoutPerson(made);
    });
  }

  return {
    day,
    correct,

    withdraw: (viewer, id) =>
      db.transaction(async (tx) => {
        const userId = await store.withdrawCorrection(tx.q, { id, by: viewer.id, now: clock.now() });
        if (userId === undefined || !(await store.isUserAmong(tx.q, userId, visiblePeopleSql(viewer, {}))))
          throw new AppError('not_found');
        await settings.audit(tx.q, {
          viewer,
          action: 'user_activity.correction_withdrawn',
          subject: `user ${userId}`,
          details: { correction: id },
        });
      }),

    async findings(viewer) {
      const since = new Date(clock.now().getTime() - FINDINGS_DAYS * DAY_MS);
      return {
        data: await store.listFindings(db.q, { since, people: visiblePeopleSql(viewer, {}) }),
        checked_at: await store.readCheckedAt(db.q),
      };
    },

    async checkYesterday() {
      const { time_zone: timeZone } = await settings.config();
      const now = clock.now();
      const today = await readRange(db.q, both(calendarDayOf(now, timeZone)), timeZone);
      const yesterday = calendarDayOf(new Date(today.from.getTime() - 1), timeZone);
      const range = await readRange(db.q, both(yesterday), timeZone);
      return store.recordActivityFindings(db.q, { day: yesterday, range, now });
    },
  };
}

function byPerson<Row extends { user_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const map = new Map<number, Row[]>();
  for (const row of rows) {
    const own = map.get(row.user_id);
    if (own) own.push(row);
    else map.set(row.user_id, [row]);
  }
  return map;
}

const both = (day: string) => ({ from: day, until: day });

function demandEnded(from: Date, until: Date, now: Date): void {
  const wrong = (message: string) => new AppError('invalid', [{ path: 'until', message }]);
  if (until <= from) throw wrong('It must end after it begins');
  if (until > now) throw wrong('Only a time that is over can be corrected');
  if (until.getTime() - from.getTime() > DAY_MS) throw wrong('A correction is not longer than 24 hours');
}

/** Being offline before the first and after the last activity is not part of a user's day. */
function withoutEdges(stretches: readonly store.ActivityStretchRow[]): readonly store.ActivityStretchRow[] {
  const isOn = ({ user_activity_id: activity, correction_id: id }: store.ActivityStretchRow) =>
    activity !== Activity.offline || id !== null;
  const first = stretches.findIndex(isOn);
  return first < 0 ? [] : stretches.slice(first, stretches.findLastIndex(isOn) + 1);
}

function dayOfPerson(
  { id, fullname, is_left }: store.ReportedPerson,
  stretches: readonly store.ActivityStretchRow[],
  rest: Pick<ActivityDay, 'calls' | 'corrections'>,
): ActivityDay {
  const seconds: Record<string, number> = {};
  for (const { user_activity_id: activity, activity_cause: cause, began, ended } of stretches) {
    if (activity === Activity.offline) continue;
    const key = cause ?? activity;
    seconds[key] = (seconds[key] ?? 0) + (Date.parse(ended) - Date.parse(began)) / 1000;
  }
  return {
    user_id: id,
    fullname,
    is_left,
    stretches: stretches.map(asStretch),
    seconds,
    signed_in_seconds: Object.values(seconds).reduce((sum, each) => sum + each, 0),
    ...rest,
  };
}

function asStretch(stretch: store.ActivityStretchRow): ActivityStretch {
  const { began, ended, ...rest } = withoutPerson(stretch);
  return { from: began, until: ended, ...rest };
}

function withoutPerson<Row extends { user_id: number }>(row: Row): Omit<Row, 'user_id'> {
  const { user_id: _, ...rest } = row;
  return rest;
}
