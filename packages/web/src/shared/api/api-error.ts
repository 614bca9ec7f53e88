import type { ErrorCode } from '@trunkline/contract';

/** `offline`: the server could not be reached at all. The other codes are the contract's. */
export type ApiErrorCode = ErrorCode | 'offline';

/** A refusal by the server, or a server that did not answer. Decide on `code`; its `message` is not for people. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: unknown;
  readonly status: number;
  /** The reason as a sentence for people, where the server names one. */
  words: string | undefined;

  constructor(error: { code: ApiErrorCode; message: string; details?: unknown; status?: number }) {
    super(error.message);
    this.name = 'ApiError';
    this.code = error.code;
    this.details = error.details;
    this.status = error.status ?? 0;
  }
}

/** Returns the code of any error; `internal` for one that is not an ApiError. */
export function errorCode(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'internal';
}

/** Returns the refusal's reason as a sentence in the user's language; undefined where the caller shows a sentence of its own. */
export const reasonWords = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.words : undefined;
