import type { MessagingFault } from '@trunkline/contract';
import { AddressError } from '#platform/network/address-guard';
import { ProviderError } from './provider.ts';

/** Errors before a connection was made: nothing can have been delivered. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const MOST_PAUSE_S = 3600;

/** Sends a request to a provider; throws a ProviderError `unreachable` where there is no answer. */
export async function providerRequest(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    const code = cause?.code ?? '';
    const said = name === 'TimeoutError' ? 'no answer in time' : code || name;
    throw new ProviderError('unreachable', said, {
      isRetryable: true,
      maybeDelivered: !NOT_REACHED.has(code),
    });
  }
}

/** The pause of `Retry-After`, in seconds or as a date by the provider's clock; at most one hour. */
export function retryPauseOf({ headers }: Response): { pauseMs?: number } {
  const text = headers.get('retry-after') ?? '';
  const until = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  const seconds = /^\d+$/.test(text) ? Number(text) : until / 1000;
  return seconds > 0 ? { pauseMs: Math.min(seconds, MOST_PAUSE_S) * 1000 } : {};
}

/** Status 429 means too many requests, where the error code is unknown. */
export const faultOfStatus = (status: number, fault: MessagingFault): MessagingFault =>
  status === 429 && fault === 'other' ? 'too_many' : fault;

/** Whether the HTTP status alone makes the error temporary. */
export const isRetryableStatus = (status: number): boolean =>
  status >= 500 || status === 429 || status === 408;

/** Maps the error of a download to a ProviderError. */
export function toProviderError(error: unknown): unknown {
  if (!(error instanceof AddressError)) return error;
  const { reason, status } = error;
  if (reason === 'forbidden')
    return new ProviderError('file_elsewhere', error.message, { isRetryable: false });
  if (reason === 'too_large')
    return new ProviderError('file_too_large', error.message, { isRetryable: false });
  if (status === 401) return new ProviderError('token_refused', error.message, { isRetryable: true });
  const isGone = status !== undefined && status < 500 && status !== 429;
  return new ProviderError(isGone ? 'file_gone' : 'unreachable', error.message, { isRetryable: !isGone });
}
