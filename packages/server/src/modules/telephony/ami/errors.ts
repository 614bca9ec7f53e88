import { refusalOf, type GatewayRefusal } from './refusals.ts';

/**
 * Why the gateway could not be asked, or refused. `unreachable`: no connection; `refused`: wrong user name or secret; `lost`:
 * the connection broke, and `late`: no response in time, so that nobody knows whether the action was done; `failed`: the
 * gateway refused with `message`, and `refusal` is what that means.
 */
export type AmiErrorCode = 'unreachable' | 'refused' | 'lost' | 'late' | 'failed';

export class AmiError extends Error {
  readonly errorCode: AmiErrorCode;
  readonly refusal: GatewayRefusal | null;

  constructor(errorCode: AmiErrorCode, serverMessage = '') {
    super(serverMessage || errorCode);
    this.name = 'AmiError';
    this.errorCode = errorCode;
    this.refusal = errorCode === 'failed' ? refusalOf(serverMessage) : null;
  }
}
