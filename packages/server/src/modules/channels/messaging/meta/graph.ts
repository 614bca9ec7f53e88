import type { Readable } from 'node:stream';
import { z } from 'zod';
import { guardedDownload } from '#platform/network/guarded-download';
import { withTimeout } from '#platform/network/with-timeout';
import type { MessagingFault } from '@trunkline/contract';
import {
  toProviderError,
  faultOfStatus,
  isRetryableStatus,
  retryPauseOf,
  providerRequest,
} from '../providers/provider-request.ts';
import { ProviderError, type ErrorDetails } from '../providers/provider.ts';

/** Enough for a large file over a slow connection; a server that sends byte by byte is given up. */
const FILE_TIMEOUT_MS = 4 * 60_000;
const refusal = z.object({
  error: z.object({
    code: z.number().catch(-1),
    error_subcode: z.number().catch(0),
    message: z.string().catch(''),
    /** Meta's text for users, which says more than `message`. */
    error_user_msg: z.string().catch(''),
    error_data: z
      .object({ details: z.string().catch('') })
      .optional()
      .catch(undefined),
  }),
});

/** Meta's Graph API over HTTPS. Refusals and missing answers are thrown as a `ProviderError`. */
export type GraphApi = {
  /** Returns the response, validated by `shape`. */
  call<T extends z.ZodType>(
    path: string,
    token: string,
    shape: T,
    request?: GraphRequest,
  ): Promise<z.output<T>>;
  /** Downloads from a URL that the API returned; only public addresses and the API's own origin are allowed. */
  open(url: string, token: string | undefined, maxBytes: number): Promise<Readable>;
};

/** The fault for an error code, and whether it is temporary. `subcode` is 0 where there is none. */
export type FaultByCode = (code: number, subcode: number) => { fault: MessagingFault; isRetryable: boolean };
export type GraphOptions = {
  /** With the version, such as https://graph.facebook.com/v23.0. */
  baseUrl: string;
  /** Timeout of a request. */
  patienceMs: number;
  /** Aborts requests in progress. */
  closing: AbortSignal;
};

/** `bytes`: a whole file, for an upload session. */
type GraphRequest = {
  method?: 'GET' | 'POST';
  json?: unknown;
  form?: FormData;
  bytes?: Uint8Array<ArrayBuffer>;
};
type GraphResponse = { response: Response; body: unknown };

/** Meta's Graph API over HTTPS. */
export function createGraph(
  { baseUrl, patienceMs, closing }: GraphOptions,
  faultOfCode: FaultByCode,
): GraphApi {
  /** Returns the response, validated by `shape`; throws a ProviderError for a refusal, or without a response. */
  async function call<T extends z.ZodType>(
    path: string,
    token: string,
    shape: T,
    request: GraphRequest = {},
  ): Promise<z.output<T>> {
    const { method = 'GET' } = request;
    const { response, body } = await withTimeout<GraphResponse>(patienceMs, closing, async (signal) => {
      const answer = await providerRequest(() =>
        fetch(`${baseUrl}/${path}`, {
          method,
          redirect: 'error',
          signal,
          ...sentWith(request, token),
        }),
      );
      return { response: answer, body: await answer.json().catch(() => undefined) };
    });
    if (!response.ok) throw refused(response, body, faultOfCode);
    const read = shape.safeParse(body);
    if (read.success) return read.data;
    throw new ProviderError('provider_failed', 'an answer that is not as described', {
      isRetryable: true,
      maybeDelivered: method === 'POST',
    });
  }

  return {
    call,

    async open(url, token, maxBytes) {
      try {
        return await guardedDownload(url, {
          ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
          trustedOrigin: new URL(baseUrl).origin,
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

function sentWith({ json, form, bytes }: GraphRequest, token: string): Pick<RequestInit, 'headers' | 'body'> {
  // Upload sessions are the only request that expects the token as `OAuth`.
  if (bytes) return { headers: { authorization: `OAuth ${token}`, file_offset: '0' }, body: bytes };
  const authorization = `Bearer ${token}`;
  if (json === undefined) return { headers: { authorization }, ...(form && { body: form }) };
  return { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

const ENDED = { fault: 'token_refused', isRetryable: true } as const;

function refused(response: Response, body: unknown, faultOfCode: FaultByCode): ProviderError {
  const details: Partial<ErrorDetails> = {
    maybeDelivered: response.status >= 500,
    ...retryPauseOf(response),
  };
  const isRetryable = isRetryableStatus(response.status);
  const read = refusal.safeParse(body);
  if (!read.success || read.data.error.code === -1) {
    const fault = response.status === 429 ? 'too_many' : 'provider_failed';
    return new ProviderError(fault, `HTTP ${response.status}`, { ...details, isRetryable });
  }
  const { code, error_subcode: subcode, message, error_user_msg: words, error_data: data } = read.data.error;
  const text = data?.details || words || message;
  const known = response.status === 401 ? ENDED : faultOfCode(code, subcode);
  const fault = faultOfStatus(response.status, known.fault);
  const said = `${text} (${numbersOf(code, subcode)})`;
  return new ProviderError(fault, said, { ...details, isRetryable: isRetryable || known.isRetryable });
}

const numbersOf = (code: number, subcode: number): string => (subcode ? `${code}/${subcode}` : `${code}`);
