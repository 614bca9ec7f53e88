import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ rateFactor: 1 });
});
afterAll(() => t.close());

type Request = { token: string; from: string; method?: 'GET' | 'POST'; payload?: object };

async function ask(url: string, { token, from, method = 'GET', payload }: Request): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await t.app.http.app.inject({
    method,
    url,
    headers,
    remoteAddress: from,
    ...(payload && { payload }),
  });
  return statusCode;
}

it.each([
  ['/api/user', '192.0.2.1'],
  ['/api/livechat/chat', '192.0.2.2'],
])('an address that tries one made-up token after the other on %s is stopped', async (url, from) => {
  const answers: number[] = [];
  for (let n = 0; n < 205; n += 1) answers.push(await ask(url, { token: `made-up-${n}`, from }));
  expect(new Set(answers.slice(0, 200))).toEqual(new Set([401]));
  expect(new Set(answers.slice(200))).toEqual(new Set([429]));
  const dewi = { token: await t.signIn('dewi'), from: '192.0.2.9' };
  expect(await ask('/api/user', dewi)).toBe(200);
});

it('screens whose session has ended are told so however often they ask', async () => {
  const request = { token: 'a session of yesterday', from: '192.0.2.3' };
  for (let n = 0; n < 205; n += 1) expect(await ask('/api/user', request)).toBe(401);
});

it('what visitors write is counted by address too, whatever number of them comes from there', async () => {
  const key = await t.widget();
  const answers: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const token = await t.visitor(key);
    for (let m = 0; m < 5; m += 1) {
      const payload = {
        client_key: `flood-${n}-${m}`,
        name: 'Joko',
        email: 'joko@mail.example',
        body: 'Hello',
      };
      // Who has one IPv6 address can use its neighbours too, so they count as one client.
      const request = { token, from: `2001:db8::${n}${m}`, method: 'POST', payload } as const;
      answers.push(await ask('/api/livechat/chat/offline', request));
    }
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(20);
  expect(answers.slice(20)).toEqual([429, 429, 429, 429, 429]);
});

it(
  'so are calls: nobody makes all phones ring with one visitor after the other',
  { tags: 'full' },
  async () => {
    const key = await t.widget();
    const answers: number[] = [];
    for (let n = 0; n < 13; n += 1) {
      const token = await t.visitor(key);
      for (let m = 0; m < 5; m += 1) {
        const payload = { client_key: `calls-${n}-${m}`, kind: 'voice', name: 'Joko' };
        const request = { token, from: '192.0.2.40', method: 'POST', payload } as const;
        answers.push(await ask('/api/livechat/calls', request));
      }
    }
    expect(answers.slice(0, 60)).not.toContain(429);
    expect(answers.slice(60)).toEqual([429, 429, 429, 429, 429]);
  },
);

it('an address in its absolute form is counted as any other', async () => {
  await t.app.http.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.http.app.server.address() as AddressInfo;
  const post = async (path: string) => {
    const request = http.request({
      port,
      path,
      method: 'POST',
      agent: false,
      headers: { 'x-forwarded-for': '192.0.2.77' },
    });
    const answered = once(request, 'response');
    request.end();
    const [response] = (await answered) as [http.IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const paths = [
    'http://desk.example/api/auth/login',
    'http://desk.example/%61pi/auth/login',
    '/api/auth/login',
  ];
  const answers: (number | undefined)[] = [];
  for (let n = 0; n < 35; n += 1) answers.push(await post(paths[n % paths.length] ?? ''));
  expect(answers.slice(0, 30)).not.toContain(429);
  expect(new Set(answers.slice(30))).toEqual(new Set([429]));
});

it.each(['/%61pi/auth/login', '/api/%61uth/login'])(
  'an address that is written as %s is counted as any other',
  async (url) => {
    const answers: number[] = [];
    for (let n = 0; n < 35; n += 1)
      answers.push(
        await ask(url, { token: '', from: `192.0.2.${40 + url.indexOf('%')}`, method: 'POST', payload: {} }),
      );
    expect(new Set(answers.slice(0, 30))).toEqual(new Set([400]));
    expect(new Set(answers.slice(30))).toEqual(new Set([429]));
  },
);
