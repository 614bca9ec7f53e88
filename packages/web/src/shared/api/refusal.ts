import { errorBody } from '@trunkline/contract';
import { ApiError } from './api-error.ts';

let signedOut: (code: 'not_signed_in' | 'session_ended') => void = () => undefined;

/** Sets the handler for answers that say that nobody is signed in any more. */
export function onSignedOut(handler: typeof signedOut): void {
  signedOut = handler;
}

const RESTRICTED = { password_expired: '/password', second_factor_required: '/two-factor' } as const;
type RestrictedPage = (typeof RESTRICTED)[keyof typeof RESTRICTED];

let restricted: (page: RestrictedPage) => void = () => undefined;

/** Sets the handler that opens the required page when the server answers nothing else first, such as for an expired password. */
export function onRestricted(handler: typeof restricted): void {
  restricted = handler;
}

/** Makes the ApiError for an answer that is not OK. */
export function toApiError(
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  answer: unknown,
): ApiError {
  const body = errorBody.safeParse(answer);
  if (!body.success) {
    // The answer is not from our server: it comes from a proxy, or the server is just starting.
    const code = status === 502 || status === 503 || status === 504 ? 'unavailable' : 'internal';
    // HTTP/2 sends no status text.
    return new ApiError({ code, message: statusText || `The server answered ${status}.`, status });
  }
  const { code, message, details } = body.data;
  if (code === 'not_signed_in' || code === 'session_ended') signedOut(code);
  if (code === 'password_expired' || code === 'second_factor_required') restricted(RESTRICTED[code]);
  return new ApiError({ code, message, details, status });
}

/** Adds the sentence of the reason, where the server names one. Those texts are loaded with the first such refusal. */
export async function withReasonSentence(error: ApiError): Promise<ApiError> {
  const { reason } = (error.details ?? {}) as { reason?: unknown };
  if (!reason) return error;
  try {
    const { attachReasonSentence } = await import('./reason-words.ts');
    await attachReasonSentence(error);
  } catch {
    // If the texts cannot be loaded, the sentence of the error code is shown.
  }
  return error;
}
