import { ERRORS, reasonSentence, type ErrorCode, type ErrorReason } from '@trunkline/contract';

/**
 * What a refusal adds to its code: what is wrong by path, or why, with the values that the reason names. No sentence: what people
 * read is told by the screens in their language.
 */
type ReasonDetails = { reason?: ErrorReason; message?: never } & Record<string, unknown>;
type Details = readonly object[] | ReasonDetails;

/** An expected refusal. Anything else that is thrown is a fault and answers 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details | undefined;

  constructor(code: ErrorCode, details?: Details) {
    const { reason, ...values }: ReasonDetails = Array.isArray(details)
      ? {}
      : ((details ?? {}) as ReasonDetails);
    super(reason ? reasonSentence(reason, values) : ERRORS[code][1]);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}

/** The value, or `not_found` where there is none. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new AppError('not_found');
  return value;
}
