import { z } from 'zod';
import { mediaWhere } from './channel-traits.ts';

/** The media whose messages are offered to people, each with a weight of its own. Calls leave room for nothing else. */
export const WEIGHED_MEDIA = mediaWhere(({ isQueued, isVoice }) => isQueued && !isVoice);

export const WEIGHT_MAX = 10;

/** How those who wait are given to people. */
export const routingSettings = z.strictObject({
  /** After so long a skill is asked for one grade lower. */
  ring_seconds: z.number().int().min(5).max(3600),
  /** For how long of waiting one step of priority counts. */
  priority_seconds: z.number().int().min(0).max(86_400),
  /** For so long a customer goes first to whom they had last; 0: never. */
  return_days: z.number().int().min(0).max(365),
  /** What one conversation takes of what somebody can do at once; 1 for media that are not named. */
  weights: z
    .array(
      z.strictObject({
        media_id: z.literal(WEIGHED_MEDIA),
        weight: z.number().int().min(1).max(WEIGHT_MAX),
      }),
    )
    .max(WEIGHED_MEDIA.length)
    .refine((weights) => new Set(weights.map((each) => each.media_id)).size === weights.length),
});
export type RoutingSettings = z.infer<typeof routingSettings>;
