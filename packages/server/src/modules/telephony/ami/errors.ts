import { refusalOf, type Refusal } from './refusals.ts';

/**
 * Why the gateway cannot be asked, or what it refused. `unreachable`: no connection; `refused`: wrong name or secret; `lost`:
 * the connection broke, and `late`: no answer in time, so that nobody knows whether it was done; `failed`: the gateway said
 * no, in `message`, and `refusal` is what that means.
 */
export type AmiErrorCode = 'unreachable' | 'refused' | 'lost' | 'late' | 'failed';

export class AmiError extends Error {
  readonly errorCode: AmiErrorCode;
  readonly refusal: Refusal | null;

  constructor(errorCode: AmiErrorCode, serverMessage = '') {
    super(serverMessage || errorCode);
    this.name = 'AmiError';
    this.errorCode = errorCode;
    this.refusal = errorCode === 'failed' ? refusalOf(serverMessage) : null;
  }
}
