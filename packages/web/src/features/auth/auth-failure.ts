import { ApiError } from '#shared/api/api-error.ts';

export type AuthFailure = { key: string; seconds?: number };

const BY_CODE: Record<string, string> = {
  wrong_credentials: 'failed.wrong',
  provider_required: 'failed.provider',
  unavailable: 'failed.unreachable',
  mail_not_configured: 'failed.no-mail',
  invalid_reference: 'failed.link',
  not_found: 'failed.link',
};

/** Returns the key of the sentence for a refusal; `seconds` where it says how long to wait. */
export function authFailure(error: unknown, isBrowserOnline: boolean): AuthFailure {
  if (!(error instanceof ApiError)) return { key: 'failed.other' };
  if (error.code === 'offline') return { key: isBrowserOnline ? 'failed.unreachable' : 'failed.offline' };
  if (error.code === 'locked_out' || error.code === 'too_many_requests') {
    const seconds = waitIn(error.details);
    return seconds === null ? { key: 'failed.locked-open' } : { key: 'failed.locked', seconds };
  }
  return { key: BY_CODE[error.code] ?? 'failed.other' };
}

/** Returns the challenge for the second step of signing in, where the refusal asks for a second factor. */
export function challengeIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return null;
  const { challenge } = error.details as { challenge: string };
  return challenge;
}

function waitIn(details: unknown): number | null {
  const seconds = (details as { retry_after_seconds?: unknown } | null | undefined)?.retry_after_seconds;
  return typeof seconds === 'number' ? seconds : null;
}
