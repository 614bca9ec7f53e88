import { ApiError } from '#shared/api/api-error.ts';

/** Which sentence tells why something was not saved. */
export function saveFailure(error: unknown): 'offline' | 'invalid' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'offline' || error.code === 'unavailable') return 'offline';
  return error.code === 'invalid' || error.code === 'invalid_reference' ? 'invalid' : 'failed';
}
