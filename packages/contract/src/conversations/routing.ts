import { z } from 'zod';
import { mediaIdsWith } from './channel-traits.ts';

/** The media whose messages are offered to people, each with a weight of its own. Calls leave room for nothing else. */
export const WEIGHED_MEDIA = mediaIdsWith(({ isQueued, isVoice }) => isQueued && !isVoice);

export const WEIGHT_MAX = 10;

/** How waiting conversations are offered to agents. */
export const routingSettings = z.strictObject({
  /** After each such time the required skill level is one lower. */
  ring_seconds: z.number().int().min(5).max(3600),
  /** How many seconds of waiting one step of priority is worth. */
  priority_seconds: z.number().int().min(0).max(86_400),
  /** Within so many days a customer's last agent is preferred; 0: never. */
  return_days: z.number().int().min(0).max(365),
  /** How much capacity one conversation takes; 1 for media that are not listed. */
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
