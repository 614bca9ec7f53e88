import { ApiError } from '#shared/api/api-error.ts';
import { z } from 'zod';

const issues = z.array(z.object({ path: z.string() }));

/** Returns the key of the sentence for a refusal that only mailboxes have; null for others. */
export function mailboxRefusal(error: unknown): 'mailbox.taken' | 'mailbox.port-refused' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'duplicate') return 'mailbox.taken';
  const read = error.code === 'invalid' ? issues.safeParse(error.details) : undefined;
  const isPort = read?.data?.some(({ path }) => path === 'imap.port' || path === 'smtp.port');
  return isPort ? 'mailbox.port-refused' : null;
}
