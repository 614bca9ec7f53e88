import http from 'node:http';
import net from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';

it('lets a test talk to loopback', async () => {
  const server = http.createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${server.address().port}`);
  expect(await response.text()).toBe('hello');
  server.close();
});

// The guard makes a test fail even when it handles the error, hence the expected failures.
it.fails('stops a test that fetches from elsewhere', async () => {
  const error = await fetch('http://203.0.113.1/').catch(({ cause }) => cause);
  expect(error.message).toMatch(/tried to reach 203\.0\.113\.1/);
});

it.fails('stops a test that opens a socket by name', () => {
  expect(() => net.connect(443, 'example.test')).toThrow(/tried to reach example\.test/);
});
