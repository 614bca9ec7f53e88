import { Activity } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { PhoneUse } from './calls/call.ts';
import type { AfterCalls } from './after-call-service.ts';
import { findOpenAfterCall } from './after-call-store.ts';
import { findCurrentOf } from './call-store.ts';
import { activityFor } from './presence.ts';

export type PhoneActivity = ReturnType<typeof createPhoneActivity>;
type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & { agents: Agents; afterCalls: AfterCalls };
type Rest = { user_id: number };

const CAUSE = 'phone';

/** What agents do, by what their phones do. */
export function createPhoneActivity({ db, clock, jobs, agents, afterCalls }: Deps) {
  async function endRest({ user_id: userId }: Rest): Promise<void> {
    await db.transaction(async (tx) => {
      const current = (await agents.hold(tx.q, [userId])).get(userId);
      if (current !== Activity.afterCallWork) return;
      await agents.change(tx, userId, { activity: Activity.ready, cause: 'after-call work over' });
    });
  }
  agents.registerPhones(async (tx, userId) => {
    const standing = (await findCurrentOf(tx.q, userId))?.state;
    if (standing === undefined) {
      const isAfter = await findOpenAfterCall(tx.q, userId, clock.now());
      return isAfter && Activity.afterCallWork;
    }
    return standing === 'connected' ? Activity.inCall : Activity.ringing;
  });
  jobs.define('phone:end-after-call-work', endRest);

  return {
    /** Whose phone is used so from now on; `call_id`: by that call, where there is a record of it. */
    async follow(
      tx: Tx,
      uses: ReadonlyMap<number, PhoneUse>,
      {
        after_call_seconds: seconds,
        call_id: callId,
      }: { after_call_seconds: number; call_id: number | undefined },
    ): Promise<void> {
      const current = await agents.hold(tx.q, [...uses.keys()]);
      for (const [userId, activity] of current) {
        const next = activityFor(activity, uses.get(userId) ?? 'free', seconds > 0);
        if (next === undefined || next === activity) continue;
        await agents.change(tx, userId, { activity: next, cause: CAUSE });
        if (next !== Activity.afterCallWork) {
          await afterCalls.leave(tx, userId);
          continue;
        }
        // A key: the next call's after-call work has its own time, and this one's end is not that one's.
        const rest: Rest = { user_id: userId };
        const runAt = new Date(clock.now().getTime() + seconds * 1000);
        if (callId !== undefined) await afterCalls.begin(tx, { call_id: callId, user_id: userId }, runAt);
        await tx.enqueue('phone:end-after-call-work', rest, { runAt, key: `after-call-work:${userId}` });
      }
    },
  };
}
