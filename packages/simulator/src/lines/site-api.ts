import type { z } from 'zod';
import type { DeliveryStrategy } from '../delivery-strategy.ts';
import type { Photo } from './line.ts';

/** A website with the chat: the desk's URL, and the key of its widget. */
export type Site = { url: string; key: string; carry: DeliveryStrategy };
type Request = { path: string; method?: 'GET' | 'POST'; token?: string; body?: object; photo?: Photo };

/** Returns the function that makes the widget's requests, over a network that may repeat or delay them. */
export function createSiteApi({ url, carry }: Site) {
  return async function ask<T extends z.ZodType>(shape: T, request: Request): Promise<z.output<T>> {
    let answer: unknown;
    const attempt = async () => {
      const response = await fetch(url + request.path, initOf(request)).catch(() => undefined);
      if (!response?.ok) return response?.status ?? 0;
      answer = await response.json();
      return 200;
    };
    const status = await (isRepeatable(request) ? carry(attempt) : attempt());
    if (status !== 200) throw new Error(`${request.path} answered ${status || 'nothing'}`);
    return shape.parse(answer);
  };
}

/** Whether a request may be repeated: only with a key by which the server recognises the second one. */
const isRepeatable = ({ body }: Request): boolean => body !== undefined && 'client_key' in body;

function initOf({ method = 'POST', token, body, photo }: Request): RequestInit {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  if (photo) return { method, headers, body: formOf(photo) };
  return { method, headers, ...(body && { body: JSON.stringify(body) }) };
}

function formOf({ mime, bytes }: Photo): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), `photo.${mime.split('/')[1] ?? 'png'}`);
  return form;
}
