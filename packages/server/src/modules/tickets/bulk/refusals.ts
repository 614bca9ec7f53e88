import type { BulkReason } from '@trunkline/contract';
import { z } from 'zod';
import type { AppError } from '#platform/errors';

const problems = z.array(z.object({ problem: z.string() })).nonempty();

/** Why answers leave a ticket out; undefined where the refusal is about something else. */
export function reasonOf({ code, details }: AppError): BulkReason | undefined {
  const read = problems.safeParse(code === 'invalid' ? details : null);
  if (!read.success) return undefined;
  const said = read.data.map(({ problem }) => problem);
  if (said.includes('not_here')) return 'not_here';
  return said.includes('required') ? 'fields_missing' : 'failed';
}
