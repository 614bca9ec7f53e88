import { errorBody } from '@trunkline/contract';
import { ApiError } from './api-error.ts';

let signedOut: (code: 'not_signed_in' | 'session_ended') => void = () => undefined;

/** Names the one who must know when the server says that nobody is signed in any more. */
export function onSignedOut(handler: typeof signedOut): void {
  signedOut = handler;
}

const RESTRICTED = { password_expired: '/password', second_factor_required: '/two-factor' } as const;
type RestrictedPage = (typeof RESTRICTED)[keyof typeof RESTRICTED];

let restricted: (page: RestrictedPage) => void = () => undefined;

/** Names the one who leads there when something has to be mended before anything else is answered. */
export function onRestricted(handler: typeof restricted): void {
  restricted = handler;
}

/** Turns an answer that is not OK into the error to throw. */
export function refusal(
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  answer: unknown,
): ApiError {
  const body = errorBody.safeParse(answer);
  if (!body.success) {
    // No answer of ours: a proxy in between, or a server that is just starting.
    const code = status === 502 || status === 503 || status === 504 ? 'unavailable' : 'internal';
    // HTTP/2 sends no status text.
    return new ApiError({ code, message: statusText || `The server answered ${status}.`, status });
  }
  const { code, message, details } = body.data;
  if (code === 'not_signed_in' || code === 'session_ended') signedOut(code);
  if (code === 'password_expired' || code === 'second_factor_required') restricted(RESTRICTED[code]);
  return new ApiError({ code, message, details, status });
}

/** With the sentence of its reason, where the server gives one. Its texts are fetched with the first such refusal. */
export async function withWords(error: ApiError): Promise<ApiError> {
  const { reason } = (error.details ?? {}) as { reason?: unknown };
  if (!reason) return error;
  try {
    const { addReasonWords } = await import('./reason-words.ts');
    await addReasonWords(error);
  } catch {
    // Without them the sentence of the code is shown.
  }
  return error;
}
