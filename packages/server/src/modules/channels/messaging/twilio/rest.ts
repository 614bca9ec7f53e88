import { z } from 'zod';
import { guardedDownload } from '#platform/network/guarded-download';
import { withTimeout } from '#platform/network/with-timeout';
import { ProviderError, type ErrorDetails, type ProviderAccount } from '../providers/provider.ts';
import {
  toProviderError,
  faultOfStatus,
  isRetryableStatus,
  retryPauseOf,
  providerRequest,
} from '../providers/provider-request.ts';
import { faultOfCode, OPTED_OUT_CODE } from './faults.ts';

const FILE_TIMEOUT_MS = 4 * 60_000;
const refusal = z.object({ code: z.number(), message: z.string().catch('') });

export type RestOptions = {
  /** Such as https://api.twilio.com. */
  baseUrl: string;
  /** Timeout of a request. */
  patienceMs: number;
  /** Aborts requests in progress. */
  closing: AbortSignal;
};
type RestResponse = { response: Response; body: unknown };

/** Twilio's REST interface. An account's business id is its account SID. */
export function createRest({ baseUrl, patienceMs, closing }: RestOptions) {
  const credentials = ({ businessId, accessToken }: ProviderAccount) => ({
    authorization: `Basic ${Buffer.from(`${businessId}:${accessToken}`).toString('base64')}`,
  });

  return {
    /** Resolves with the response, parsed by `shape`. @throws ProviderError if the request is refused or not answered */
    async call<T extends z.ZodType>(
      account: ProviderAccount,
      path: string,
      shape: T,
      form?: URLSearchParams,
    ): Promise<z.output<T>> {
      const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(account.businessId)}${path}`;
      const { response, body } = await withTimeout<RestResponse>(patienceMs, closing, async (signal) => {
        const answer = await providerRequest(() =>
          fetch(url, {
            method: form ? 'POST' : 'GET',
            redirect: 'error',
            signal,
            headers: credentials(account),
            ...(form && { body: form }),
          }),
        );
        return { response: answer, body: await answer.json().catch(() => undefined) };
      });
      if (!response.ok) throw refused(response, body);
      const read = shape.safeParse(body);
      if (read.success) return read.data;
      throw new ProviderError('provider_failed', 'an answer that is not as described', {
        isRetryable: true,
        maybeDelivered: form !== undefined,
      });
    },

    /** Downloads a customer's picture. Twilio redirects to its storage, which gets no credentials. */
    async open(account: ProviderAccount, url: string, maxBytes: number) {
      const { origin } = new URL(baseUrl);
      const isOwn = URL.canParse(url) && new URL(url).origin === origin;
      if (!isOwn)
        throw new ProviderError('file_elsewhere', 'not an address of the provider', { isRetryable: false });
      try {
        return await guardedDownload(url, {
          headers: credentials(account),
          trustedOrigin: origin,
          redirects: 2,
          timeoutMs: patienceMs,
          totalMs: FILE_TIMEOUT_MS,
          closing,
          maxBytes,
        });
      } catch (error) {
        throw toProviderError(error);
      }
    },
  };
}

function refused(response: Response, body: unknown): ProviderError {
  const { status } = response;
  const details: Partial<ErrorDetails> = { maybeDelivered: status >= 500, ...retryPauseOf(response) };
  const isRetryable = isRetryableStatus(status);
  const read = refusal.safeParse(body);
  if (!read.success) {
    const fault = status === 429 ? 'too_many' : 'provider_failed';
    return new ProviderError(fault, `HTTP ${status}`, { ...details, isRetryable });
  }
  const { code, message } = read.data;
  const known = faultOfCode(code);
  const fault = faultOfStatus(status, known.fault);
  return new ProviderError(fault, `${message} (${code})`, {
    ...details,
    isRetryable: isRetryable || known.isRetryable,
    ...(code === OPTED_OUT_CODE && { isOptedOut: true }),
  });
}
