import type { Endpoint, ResponseOf } from '@trunkline/contract';
import { ApiError } from './api-error.ts';
import { buildUrl, type QueryValue } from './build-url.ts';
import { toApiError, withReasonSentence } from './refusal.ts';

type Options = {
  query?: Record<string, QueryValue>;
  /** Called with the share sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/** Sends one file as the form part `file`. Uses XHR, because fetch reports no upload progress. */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  { query, onProgress, signal }: Options = {},
): Promise<ResponseOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, buildUrl(endpoint.path, {}, query));
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as ResponseOf<E>);
      else void withReasonSentence(toApiError(request, request.response)).then(reject);
    };
    request.onerror = () =>
      reject(new ApiError({ code: 'offline', message: 'The server cannot be reached.' }));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
