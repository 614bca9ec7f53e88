import { ERRORS, reasonSentence, type ErrorCode, type ErrorReason } from '@trunkline/contract';

/**
 * What a refusal adds to its code: the invalid fields with their paths, or a reason with its values. Never a sentence: the
 * screens have the texts, in each language.
 */
type ReasonDetails = { reason?: ErrorReason; message?: never } & Record<string, unknown>;
type Details = readonly object[] | ReasonDetails;

/** An expected refusal. Any other error is answered with 500 and no details. */
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

/** Returns the value. Throws `not_found` where there is none. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new AppError('not_found');
  return value;
}
