import { z } from 'zod';
import { id } from '../kit/shapes.ts';

/** Events of macros and rules on the time line. */
export const automationTimeLine = [
  z.object({ type: z.literal('macro'), macro_id: id, name: z.string() }),
  z.object({ type: z.literal('macro_undone'), macro_id: id, name: z.string() }),
  z.object({ type: z.literal('automation'), rule_id: id, name: z.string() }),
] as const;
