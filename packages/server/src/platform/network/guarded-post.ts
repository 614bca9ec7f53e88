import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { AddressError } from './guarded-fetch.ts';
import type { PrivateHosts } from './private-hosts.ts';

type Options = {
  headers: Record<string, string>;
  body: string;
  /** What of our own network the operator has opened. */
  opened: PrivateHosts;
  signal: AbortSignal;
  /** So much of the answer is read; the rest is left. */
  answerBytes: number;
};

/** The address, where it is one that may be posted to. Throws otherwise; what its name stands for is looked at later. */
export function demandAllowedUrl(address: string, opened: PrivateHosts): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const host = hostOf(url);
  const isOpened = opened.hasName(host) || opened.hasAddress(host);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isOpened)))
    throw new AddressError('forbidden', 'not an address that may be opened');
  if (net.isIP(host) !== 0 && opened.isSecret(host))
    throw new AddressError('forbidden', 'an address inside a private network');
  return url;
}

/**
 * Posts to an address of somebody's choosing, wherever it sends us on to: nowhere. Never to one on this machine or in a
 * private network, by whatever name, unless the operator has opened it.
 */
export async function guardedPost(
  address: string,
  { headers, body, opened, signal, answerBytes }: Options,
): Promise<{ status: number; answer: string }> {
  const url = demandAllowedUrl(address, opened);
  return new Promise((resolve, reject) => {
    /** Once it was taken: what else becomes of the answer changes nothing. */
    let taken: (() => void) | undefined;
    const fail = (error: Error & { code?: string }) => {
      if (taken) return taken();
      if (signal.aborted) return reject(signal.reason as Error);
      if (error instanceof AddressError) return reject(error);
      reject(new AddressError('unreachable', error.code ?? error.message));
    };
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal,
        // A connection of its own: one that somebody else has opened was looked at by other rules.
        agent: false,
        lookup: lookupIn(opened),
      },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        const done = () => {
          const answer = Buffer.concat(parts).subarray(0, answerBytes).toString('utf8');
          resolve({ status: response.statusCode ?? 0, answer });
          request.destroy();
        };
        const { statusCode: status = 0 } = response;
        if (status >= 200 && status < 300) taken = done;
        response.on('data', (chunk: Buffer) => {
          parts.push(chunk);
          size += chunk.length;
          if (size >= answerBytes) done();
        });
        response.on('end', done);
        response.on('error', fail);
      },
    );
    request.on('error', fail);
    // Nobody speaks another protocol here; without an ear for it Node lets the line go and says nothing.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, answer: '' });
    });
    // Whatever else ends it without a word: who waits for it must not wait for ever.
    request.on('close', () => fail(new Error('closed')));
    request.end(body);
  });
}

const hostOf = (url: URL | undefined): string => url?.hostname.replace(/^\[|\]$/g, '') ?? '';

/** Looks a name up, and fails where any of its addresses is one that we keep to ourselves. */
export const lookupIn =
  (opened: PrivateHosts): net.LookupFunction =>
  (host, options, answer) => {
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '', 4);
      const isOpen = opened.hasName(host) || !addresses.some(({ address }) => opened.isSecret(address));
      if (!isOpen) return answer(new AddressError('forbidden', 'an address inside a private network'), '', 4);
      if (options.all) return answer(null, addresses);
      const [first] = addresses;
      return answer(null, first?.address ?? '', first?.family ?? 4);
    });
  };
