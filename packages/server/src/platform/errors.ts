import { ERRORS, type ErrorCode } from '@trunkline/contract';

/** An expected refusal. Anything else that is thrown is a fault and answers 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  /** `details.message`, where there is one, says it more exactly than the code's own sentence. */
  constructor(code: ErrorCode, details?: object) {
    const { message, ...rest } = (details ?? {}) as { message?: string };
    super(message ?? ERRORS[code][1]);
    this.code = code;
    this.details = message === undefined ? details : Object.keys(rest).length > 0 ? rest : undefined;
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
