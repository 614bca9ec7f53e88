import { OutgoingError } from '#platform/outgoing';
import { ProviderError } from './provider.ts';

/** What happened before anybody could have taken anything. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const MOST_PAUSE_S = 3600;

/** Asks a provider's interface; a ProviderError where nobody answers. */
export async function reach(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    const code = cause?.code ?? '';
    const said = name === 'TimeoutError' ? 'no answer within 30 seconds' : code || name;
    throw new ProviderError('unreachable', said, { passes: true, unsure: !NOT_REACHED.has(code) });
  }
}

/** `Retry-After` in seconds; at most an hour is believed. */
export function pauseOf({ headers }: Response): { pauseMs?: number } {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? { pauseMs: Math.min(seconds, MOST_PAUSE_S) * 1000 } : {};
}

/** Why a file of the provider's could not be opened, in the words of the channel. */
export function fromOutgoing(error: unknown): unknown {
  if (!(error instanceof OutgoingError)) return error;
  const { reason, status } = error;
  if (reason === 'forbidden' || reason === 'too_large')
    return new ProviderError('media_refused', error.message, { passes: false });
  if (status === 401) return new ProviderError('token_refused', error.message, { passes: true });
  const isGone = status !== undefined && status < 500 && status !== 429;
  return new ProviderError(isGone ? 'media_refused' : 'unreachable', error.message, { passes: !isGone });
}
