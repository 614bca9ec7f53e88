import type { MessagingFault } from '@trunkline/contract';
import { AddressError } from '#platform/network/address-guard';
import { ProviderError } from './provider.ts';

/** What happened before anybody could have taken anything. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const MOST_PAUSE_S = 3600;

/** Asks a provider's interface; a ProviderError where nobody answers. */
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

/** `Retry-After`, in seconds or as a moment by their clock; at most an hour is believed. */
export function pauseOf({ headers }: Response): { pauseMs?: number } {
  const text = headers.get('retry-after') ?? '';
  const until = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  const seconds = /^\d+$/.test(text) ? Number(text) : until / 1000;
  return seconds > 0 ? { pauseMs: Math.min(seconds, MOST_PAUSE_S) * 1000 } : {};
}

/** That we are too fast is told by the status alone, where the code is one that nobody knows. */
export const hurriedBy = (status: number, fault: MessagingFault): MessagingFault =>
  status === 429 && fault === 'other' ? 'too_many' : fault;

/** What a status says for itself: all of these pass, whatever else the answer says. */
export const isRetryableBy = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** Why a file of the provider's could not be opened, in the words of the channel. */
export function fromAddressError(error: unknown): unknown {
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
