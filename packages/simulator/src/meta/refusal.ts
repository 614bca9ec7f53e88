import type { StandInAnswer } from '../http-stand-in.ts';

/** As Meta says no. */
export function refusal(status: number, code: number, message: string, details: string): StandInAnswer {
  const error = { message: `(#${code}) ${message}`, type: 'OAuthException', code, error_data: { details } };
  return { status, body: { error } };
}
