import type { BulkReason } from '@trunkline/contract';
import { z } from 'zod';
import type { AppError } from '#platform/errors';

const problems = z.array(z.object({ problem: z.string() })).nonempty();

/** The reason for skipping a ticket because of its answers; undefined if the error is about something else. */
export function reasonOf({ code, details }: AppError): BulkReason | undefined {
  const read = problems.safeParse(code === 'invalid' ? details : null);
  if (!read.success) return undefined;
  const said = read.data.map(({ problem }) => problem);
  if (said.includes('not_here')) return 'not_here';
  return said.includes('required') ? 'fields_missing' : 'failed';
}

const BY_CODE: Partial<Record<AppError['code'], BulkReason>> = {
  forbidden: 'forbidden',
  fields_missing: 'fields_missing',
  ticket_merged: 'merged',
  window_closed: 'not_sent',
  customer_refuses: 'not_sent',
  conversation_ended: 'not_sent',
};
const BY_REASON: Record<string, BulkReason> = {
  macro_elsewhere: 'macro_elsewhere',
  person_gone: 'person_elsewhere',
  person_elsewhere: 'person_elsewhere',
  variables_left: 'variables_left',
  too_many_tags: 'too_many_tags',
};
const withReason = z.object({ reason: z.string() });

/** The reason for which a macro was refused on a ticket; undefined for an unexpected error. */
export function refusalOf(error: AppError): BulkReason | undefined {
  const { code, details } = error;
  const read = withReason.safeParse(code === 'conflict' ? details : null);
  return (
    (read.success ? BY_REASON[read.data.reason] : BY_CODE[code]) ??
    (code === 'conflict' ? 'not_sent' : undefined)
  );
}
