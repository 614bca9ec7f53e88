import { ApiError } from '#shared/api/api-error.ts';

const SENTENCES = [
  'offline',
  'not_grantable',
  'last_administrator',
  'mail_not_configured',
  'invalid_reference',
  'conflict',
  'stale',
  'too_large',
] as const;
type Sentence = (typeof SENTENCES)[number] | 'failed';

/** Returns the sentence for a refusal. */
export function refusalSentenceOf(error: unknown): Sentence {
  const code = error instanceof ApiError ? error.code : undefined;
  return SENTENCES.find((one) => one === code) ?? 'failed';
}

/** Returns the field whose value another user has already, with that user's name. */
export function duplicateValueOf(error: unknown): { path: string; name: string } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'duplicate') return undefined;
  const { path, name } = (error.details ?? {}) as { path?: unknown; name?: unknown };
  return typeof path === 'string' ? { path, name: typeof name === 'string' ? name : '' } : undefined;
}
