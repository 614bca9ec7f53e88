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
type Deps = Pick<Platform, 'clock'> & { agents: Agents; afterCalls: AfterCalls };

const CAUSE = 'phone';

/** What agents do, by what their phones do. */
export function createPhoneActivity({ clock, agents, afterCalls }: Deps) {
  agents.registerPhones({
    async at(tx, userId) {
      const standing = (await findCurrentOf(tx.q, userId))?.state;
      if (standing === undefined) {
        const after = await findOpenAfterCall(tx.q, userId, clock.now());
        return after && { activity: Activity.afterCallWork, endsAt: new Date(after.ends_at) };
      }
      return { activity: standing === 'connected' ? Activity.inCall : Activity.ringing };
    },
    extended: (tx, userId, endsAt) => afterCalls.extend(tx, userId, endsAt),
  });

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
        if (next !== Activity.afterCallWork) {
          await agents.change(tx, userId, { activity: next, cause: CAUSE });
          await afterCalls.leave(tx, userId);
          continue;
        }
        const endsAt = new Date(clock.now().getTime() + seconds * 1000);
        await agents.change(tx, userId, { activity: next, cause: CAUSE, endsAt });
        if (callId !== undefined) await afterCalls.begin(tx, { call_id: callId, user_id: userId }, endsAt);
      }
    },
  };
}
