import type { StandInAnswer } from '../http-stand-in.ts';

/** Returns an error response in Meta's form. */
export function refusal(status: number, code: number, message: string, details: string): StandInAnswer {
  const error = { message: `(#${code}) ${message}`, type: 'OAuthException', code, error_data: { details } };
  return { status, body: { error } };
}
