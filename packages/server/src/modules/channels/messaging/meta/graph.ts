import { z } from 'zod';
import { openAddress, within } from '#platform/outgoing';
import type { MessagingFault } from '@trunkline/contract';
import { fromOutgoing, pauseOf, reach } from '../ask.ts';
import { ProviderError } from '../provider.ts';

const TIMEOUT_MS = 30_000;
/** A large file over a slow line; whoever sends it byte by byte is not waited for. */
const FILE_TIMEOUT_MS = 4 * 60_000;
const refusal = z.object({
  error: z.object({
    code: z.number().catch(-1),
    error_subcode: z.number().catch(0),
    message: z.string().catch(''),
    error_data: z
      .object({ details: z.string().catch('') })
      .optional()
      .catch(undefined),
  }),
});

export type Graph = ReturnType<typeof createGraph>;
/** What a code means, and whether it passes by itself. `subcode` is 0 where there is none. */
export type FaultOfCode = (code: number, subcode: number) => { fault: MessagingFault; passes: boolean };
export type GraphOptions = {
  /** With the version, such as https://graph.facebook.com/v23.0. */
  baseUrl: string;
  /** What is under way is given up when this says so. */
  closing: AbortSignal;
};

type Answered = { response: Response; body: unknown };

/** Meta's Graph API over HTTPS. */
export function createGraph({ baseUrl, closing }: GraphOptions, faultOfCode: FaultOfCode) {
  /** Answers with what `shape` says; throws a ProviderError where it is refused, or nobody answers. */
  async function call<T extends z.ZodType>(
    path: string,
    token: string,
    shape: T,
    request: { method?: 'GET' | 'POST'; json?: unknown; form?: FormData } = {},
  ): Promise<z.output<T>> {
    const { method = 'GET', json, form } = request;
    const { response, body } = await within<Answered>(TIMEOUT_MS, closing, async (signal) => {
      const answer = await reach(() =>
        fetch(`${baseUrl}/${path}`, {
          method,
          redirect: 'error',
          signal,
          headers: {
            authorization: `Bearer ${token}`,
            ...(json !== undefined && { 'content-type': 'application/json' }),
          },
          ...(json !== undefined && { body: JSON.stringify(json) }),
          ...(form && { body: form }),
        }),
      );
      return { response: answer, body: await answer.json().catch(() => undefined) };
    });
    if (!response.ok) throw refused(response, body, faultOfCode);
    const read = shape.safeParse(body);
    if (read.success) return read.data;
    throw new ProviderError('provider_failed', 'an answer that is not as described', {
      passes: true,
      unsure: method === 'POST',
    });
  }

  return {
    call,

    /** The bytes behind an address that the API gave; only from public addresses, or from where the API itself is. */
    async open(url: string, token: string | undefined, maxBytes: number) {
      try {
        return await openAddress(url, {
          ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
          trustedOrigin: new URL(baseUrl).origin,
          timeoutMs: TIMEOUT_MS,
          totalMs: FILE_TIMEOUT_MS,
          closing,
          maxBytes,
        });
      } catch (error) {
        throw fromOutgoing(error);
      }
    },
  };
}

function refused(response: Response, body: unknown, faultOfCode: FaultOfCode): ProviderError {
  const isFailure = response.status >= 500;
  const how = { unsure: isFailure, ...pauseOf(response) };
  const read = refusal.safeParse(body);
  if (!read.success || read.data.error.code === -1) {
    const fault = response.status === 429 ? 'too_many' : 'provider_failed';
    return new ProviderError(fault, `HTTP ${response.status}`, {
      ...how,
      passes: isFailure || fault === 'too_many',
    });
  }
  const { code, error_subcode: subcode, message, error_data: data } = read.data.error;
  const { fault, passes } =
    response.status === 401 ? { fault: 'token_refused' as const, passes: true } : faultOfCode(code, subcode);
  const said = `${data?.details || message} (${subcode ? `${code}/${subcode}` : code})`;
  return new ProviderError(fault, said, { ...how, passes: passes || isFailure });
}
