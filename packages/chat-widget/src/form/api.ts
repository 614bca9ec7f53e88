import type { BodyOf, ErrorBody, getForm, ResponseOf, sendForm } from '@trunkline/contract';

const TIMEOUT_MS = 30_000;

export type LoadedForm = ResponseOf<typeof getForm>['data'];
export type WebFormSubmission = BodyOf<typeof sendForm>;

/** A refusal by the server; `network` where no answer came. */
export class FormError extends Error {
  readonly code: ErrorBody['code'] | 'network';
  readonly details: unknown;
  constructor(body: Partial<ErrorBody>) {
    super(body.message ?? 'No answer');
    this.code = body.code ?? 'network';
    this.details = body.details;
  }
}

export type WebFormApi = ReturnType<typeof createApi>;

export function createApi(key: string, site: string) {
  async function call<T>(method: 'GET' | 'POST', body?: object): Promise<T> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), TIMEOUT_MS);
    try {
      const answer = await fetch(`/api/forms/${key}`, {
        method,
        credentials: 'omit',
        signal: stop.signal,
        headers: { 'x-widget-site': site, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => null);
      const read: unknown = (await answer?.json().catch(() => null)) ?? {};
      if (!answer?.ok) throw new FormError(read as ErrorBody);
      return read as T;
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    get: async (): Promise<LoadedForm> => (await call<ResponseOf<typeof getForm>>('GET')).data,
    send: (body: WebFormSubmission) => call('POST', body),
  };
}
