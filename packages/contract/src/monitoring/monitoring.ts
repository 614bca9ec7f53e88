import { z } from 'zod';
import { activityId } from '../kit/codes.ts';

/**
 * Responses to what the client emits on connect (section 7), and then on every change, at most twice a second. Figures are
 * current and limited to what the reader may see; without monitoring permission they are zero.
 */
export const monitoringSignals = {
  /** `queue_call`: in a queue, or ringing at an agent. */
  'total-incoming-call': z.object({ ivr_call: z.number().int(), queue_call: z.number().int() }),
  /** `waiting`: in the menu, in a queue, or ringing at an agent. Outbound calls that ring are only in `total`. */
  'total-mon-call-count': z.object({
    total: z.number().int(),
    waiting: z.number().int(),
    connected: z.number().int(),
  }),
  /** In seconds, over the calls that go on now. */
  'total-mon-call-duration': z.object({ longest: z.number().int(), average: z.number().int() }),
  'total-mon-call-type': z.object({ inbound: z.number().int(), outbound: z.number().int() }),
  'total-mon-user-count': z.object({
    total: z.number().int(),
    by_activity: z.array(z.object({ user_activity_id: activityId, total: z.number().int() })),
  }),
};
