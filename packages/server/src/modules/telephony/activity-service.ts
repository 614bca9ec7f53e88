import { Activity } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { AfterCalls } from '#modules/calls';
import type { PhoneUse } from './calls/call.ts';
import { findCurrentCallOf } from './records/call-store.ts';
import type { GatewayRow } from './gateways/gateway-store.ts';
import { activityForPhoneUse } from './presence.ts';

/** Changes the activity of agents by what their phones do. */
export type PhoneActivity = {
  /** Sets the activities of these users by how their phones are used now. */
  applyPhoneUse(tx: Tx, uses: ReadonlyMap<number, PhoneUse>, by: By): Promise<void>;
};

type Deps = Pick<Platform, 'clock'> & { agents: Agents; afterCalls: AfterCalls };

/**
 * `callOf` returns the call with a record that a user has talked in last, if any since their phone was free; `missed` are the users
 * whose phones rang and were not picked up.
 */
type By = {
  gateway: GatewayRow;
  callOf: (userId: number) => number | undefined;
  missed: ReadonlySet<number | undefined>;
};

const CAUSE = 'phone';
/** When the form after a call is closed if the wrap-up time has no limit. */
const UNTIMED_FORM_MS = 12 * 3_600_000;

/** Changes the activity of agents by what their phones do. */
export function createPhoneActivity({ clock, agents, afterCalls }: Deps): PhoneActivity {
  agents.registerPhones({
    async at(tx, userId) {
      const standing = (await findCurrentCallOf(tx.q, userId))?.state;
      if (standing === undefined) {
        const endsAt = await afterCalls.endOf(tx.q, userId);
        return endsAt && { activity: Activity.afterCallWork, endsAt };
      }
      return { activity: standing === 'connected' ? Activity.inCall : Activity.ringing };
    },
    extended: (tx, userId, endsAt) => afterCalls.extend(tx, userId, endsAt),
  });

  /** The end of after-call work: by the gateway's setting, or else the department's. */
  async function endOf(tx: Tx, gateway: GatewayRow): Promise<Date | null> {
    const { after_call_seconds: seconds, department_id: departmentId } = gateway;
    if (seconds === null) return agents.wrapUpEnd(tx.q, departmentId);
    return new Date(clock.now().getTime() + seconds * 1000);
  }

  return {
    async applyPhoneUse(tx, uses, { gateway, callOf, missed }) {
      const current = await agents.hold(tx.q, [...uses.keys()]);
      for (const [userId, activity] of current) {
        const use = uses.get(userId) ?? 'free';
        if (activity === Activity.ringing && use === 'free' && missed.has(userId)) {
          await agents.missCall(tx, userId);
          continue;
        }
        const callId = callOf(userId);
        // A call between colleagues alone has no after-call work.
        const hasAfterCallWork = callId !== undefined && gateway.after_call_seconds !== 0;
        const next = activityForPhoneUse(activity, use, hasAfterCallWork);
        if (next === undefined || next === activity) continue;
        if (next !== Activity.afterCallWork) {
          await agents.change(tx, userId, { activity: next, cause: CAUSE });
          await afterCalls.leave(tx, userId);
          continue;
        }
        const endsAt = await endOf(tx, gateway);
        await agents.change(tx, userId, { activity: next, cause: CAUSE, endsAt });
        if (callId === undefined) continue;
        const formEndsAt = endsAt ?? new Date(clock.now().getTime() + UNTIMED_FORM_MS);
        await afterCalls.begin(tx, { call_id: callId, user_id: userId }, formEndsAt);
      }
    },
  };
}
