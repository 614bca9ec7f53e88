import dns from 'node:dns';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { guardedDownload } from './guarded-download.ts';
import { isPrivate } from './private-addresses.ts';
import { withTimeout } from './with-timeout.ts';

const OPTIONS = { timeoutMs: 2000, totalMs: 5000, maxBytes: 10 };

describe('opening an address of somebody else’s choosing', () => {
  let origin = '';
  let asked = 0;
  const server = http.createServer((request, response) => {
    asked += 1;
    if (request.url === '/moved') return response.writeHead(302, { location: '/small' }).end();
    if (request.url === '/again') return response.writeHead(307, { location: '/moved' }).end();
    if (request.url === '/inside')
      return response.writeHead(302, { location: 'https://127.0.0.1/secret' }).end();
    if (request.url === '/told') return response.end(request.headers.authorization ?? 'nobody');
    if (request.url === '/to-told') return response.writeHead(302, { location: '/told' }).end();
    if (request.url === '/large') return response.end('x'.repeat(11));
    if (request.url === '/endless') {
      response.write('x'.repeat(11));
      return undefined;
    }
    if (request.url === '/drip') {
      const drip = setInterval(() => response.write('x'), 50);
      return response.on('close', () => clearInterval(drip));
    }
    return response.end('small');
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = async (path: string, more: object = {}) => {
    const bytes = await guardedDownload(path, { ...OPTIONS, ...more });
    return (await buffer(bytes)).toString();
  };

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    '0.0.0.0',
    '100.64.1.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b:1::7f00:1',
    '2001:0:7f00:1::',
    '2002:7f00:1::1',
    'fec0::1',
  ])('%s is private', (address) => expect(isPrivate(address)).toBe(true));
  it.each(['157.240.1.1', '2a03:2880::1', '2001:4860:4860::8888'])('%s is not', (address) =>
    expect(isPrivate(address)).toBe(false),
  );

  it('is sent on as often as it may, without its headers, and never into a private network', async () => {
    const trusted = { trustedOrigin: origin };
    await expect(open(`${origin}/moved`, trusted)).rejects.toMatchObject({ status: 302 });
    expect(await open(`${origin}/moved`, { ...trusted, redirects: 1 })).toBe('small');
    await expect(open(`${origin}/again`, { ...trusted, redirects: 1 })).rejects.toMatchObject({
      status: 302,
    });
    expect(await open(`${origin}/again`, { ...trusted, redirects: 2 })).toBe('small');
    const headers = { authorization: 'secret' };
    expect(await open(`${origin}/to-told`, { ...trusted, headers, redirects: 1 })).toBe('nobody');
    await expect(open(`${origin}/inside`, { ...trusted, redirects: 1 })).rejects.toMatchObject({
      reason: 'forbidden',
    });
  });

  it('never asks this machine, by number or by name, nor anything but the web', async () => {
    const { port } = new URL(origin);
    asked = 0;
    for (const address of [
      `${origin}/small`,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      `https://2130706433:${port}/`,
      'file:///etc/passwd',
      'nonsense',
    ])
      await expect(open(address), address).rejects.toMatchObject({ reason: 'forbidden' });
    expect(asked).toBe(0);
  });

  it('looks a name up once for each connection, and does not go where any of its addresses is private', async () => {
    asked = 0;
    const { port } = new URL(origin);
    const lookup = vi.spyOn(dns, 'lookup');
    const addresses = [
      { address: '203.0.113.5', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    lookup.mockImplementation(((_host: string, _options: object, answer: (...given: unknown[]) => void) =>
      answer(null, addresses)) as never);
    await expect(open(`https://localhost:${port}/`)).rejects.toMatchObject({ reason: 'forbidden' });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(asked).toBe(0);
    lookup.mockRestore();
  });

  it('but does where the operator has named it', async () => {
    expect(await open(`${origin}/small`, { trustedOrigin: origin })).toBe('small');
  });

  it('follows no redirect, and takes no more than it may', async () => {
    const trusted = { trustedOrigin: origin };
    await expect(open(`${origin}/moved`, trusted)).rejects.toMatchObject({ reason: 'refused', status: 302 });
    await expect(open(`${origin}/large`, trusted)).rejects.toMatchObject({ reason: 'too_large' });
    await expect(open(`${origin}/endless`, trusted)).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('does not wait for whoever sends a byte now and then', async () => {
    const slow = { trustedOrigin: origin, totalMs: 300, maxBytes: 1000 };
    await expect(open(`${origin}/drip`, slow)).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('gives up what is under way when it is told to, and begins nothing after that', async () => {
    const closing = new AbortController();
    const slow = { trustedOrigin: origin, closing: closing.signal, maxBytes: 1000 };
    const opened = open(`${origin}/drip`, slow);
    setTimeout(() => closing.abort(), 100);
    await expect(opened).rejects.toBeInstanceOf(Error);
    await expect(open(`${origin}/small`, slow)).rejects.toBeInstanceOf(Error);
    await expect(
      withTimeout(1000, closing.signal, (signal) => fetch(origin, { signal })),
    ).rejects.toBeInstanceOf(Error);
  });

  it('gives up work that takes longer than it may', async () => {
    const never = new AbortController().signal;
    const work = (signal: AbortSignal) => fetch(`${origin}/drip`, { signal }).then((answer) => answer.text());
    await expect(withTimeout(200, never, work)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await withTimeout(1000, never, () => Promise.resolve('done'))).toBe('done');
  });
});
