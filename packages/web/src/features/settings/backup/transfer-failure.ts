import { errorCode } from '#shared/api/api-error.ts';

const KNOWN = ['last_administrator', 'not_grantable', 'too_large', 'offline'] as const;

/** The text for a settings file that was refused as a whole; `failed` for what may pass by itself. */
export function transferFailure(error: unknown): (typeof KNOWN)[number] | 'failed' {
  const code = errorCode(error);
  return KNOWN.find((known) => known === code) ?? 'failed';
}
