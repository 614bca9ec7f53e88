import type { ErrorCode } from '@trunkline/contract';

/** `offline`: the server could not be reached at all. The other codes are the contract's. */
export type ApiErrorCode = ErrorCode | 'offline';

/** A refusal by the server, or no answer from it. Decide on `code`, show words of your own. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: unknown;
  readonly status: number;
  /** Why, as a sentence for people, where the server gives a reason. */
  words: string | undefined;

  constructor(error: { code: ApiErrorCode; message: string; details?: unknown; status?: number }) {
    super(error.message);
    this.name = 'ApiError';
    this.code = error.code;
    this.details = error.details;
    this.status = error.status ?? 0;
  }
}

/** The code of any error, `internal` for one that is not an ApiError. */
export function errorCode(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'internal';
}

/** Why something was refused, as a sentence in the person's language; undefined where the caller's own words count. */
export const reasonWords = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.words : undefined;
