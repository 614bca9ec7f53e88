import { z } from 'zod';
import { activityId } from '../kit/codes.ts';

/**
 * Answers to what the client emits on connect (section 7), and then on every change, at most twice a second. Figures are of this
 * moment and of what their reader may see; without the right to monitoring they are zeros.
 */
export const monitoringSignals = {
  /** `queue_call`: in a queue, or ringing at somebody for a caller who waits. */
  'total-incoming-call': z.object({ ivr_call: z.number().int(), queue_call: z.number().int() }),
  /** `waiting`: in the menu, in a queue, or ringing for a caller who waits. What we call out for is in `total` alone while it rings. */
  'total-mon-call-count': z.object({
    total: z.number().int(),
    waiting: z.number().int(),
    connected: z.number().int(),
  }),
  /** Seconds, of the calls that are on now. */
  'total-mon-call-duration': z.object({ longest: z.number().int(), average: z.number().int() }),
  'total-mon-call-type': z.object({ inbound: z.number().int(), outbound: z.number().int() }),
  'total-mon-user-count': z.object({
    total: z.number().int(),
    by_activity: z.array(z.object({ user_activity_id: activityId, total: z.number().int() })),
  }),
};
