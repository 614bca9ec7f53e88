import { ApiError } from '#shared/api/api-error.ts';

/** Returns which sentence tells why saving failed. */
export function saveFailure(error: unknown): 'offline' | 'invalid' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'offline' || error.code === 'unavailable') return 'offline';
  return error.code === 'invalid' || error.code === 'invalid_reference' ? 'invalid' : 'failed';
}
