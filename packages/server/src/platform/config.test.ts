import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, '/srv/desk');

test('providers of messaging channels are at their own addresses, or where somebody tries things out', () => {
  expect(read({}).providers.graph).toBe('https://graph.facebook.com/v23.0');
  expect(read({ META_GRAPH_URL: 'http://127.0.0.1:9000/v23.0/' }).providers.graph).toBe(
    'http://127.0.0.1:9000/v23.0',
  );
  expect(() => read({ META_GRAPH_URL: 'ftp://x' })).toThrow(/META_GRAPH_URL is/);
});

describe('calls', () => {
  test('are recorded, by the media server that comes with us, unless something else is said', () => {
    expect(read({})).toMatchObject({ recording: 'always', livekit: undefined });
    expect(read({ CALL_RECORDING: 'on_demand' }).recording).toBe('on_demand');
    expect(() => read({ CALL_RECORDING: 'sometimes' })).toThrow(/always, on_demand, never/);
  });

  test('go through a LiveKit elsewhere when its address and pair are given', () => {
    const env = { LIVEKIT_URL: 'wss://livekit.example.com/', LIVEKIT_KEY: 'key', LIVEKIT_SECRET: 'secret' };
    expect(read(env).livekit).toEqual({ url: 'wss://livekit.example.com', key: 'key', secret: 'secret' });
  });

  test.each([
    [{ LIVEKIT_URL: 'wss://livekit.example.com' }],
    [{ LIVEKIT_KEY: 'key', LIVEKIT_SECRET: 'secret' }],
    [{ LIVEKIT_URL: 'https://livekit.example.com', LIVEKIT_KEY: 'key', LIVEKIT_SECRET: 'secret' }],
  ])('are not started with half of that: %j', (env) => {
    expect(() => read(env)).toThrow(/belong together/);
  });

  test('are shared among as many processes as are said, and one at least', () => {
    expect(read({}).mediaWorkers).toBeGreaterThanOrEqual(1);
    expect(read({ MEDIA_WORKERS: '3' }).mediaWorkers).toBe(3);
    for (const wrong of ['0', '1.5', 'many', '65'])
      expect(() => read({ MEDIA_WORKERS: wrong })).toThrow(/MEDIA_WORKERS is/);
  });

  test('are shown inside the sites that are named, and in no others', () => {
    expect(read({}).callFrameSites).toEqual([]);
    const sites = 'https://www.example.com, http://localhost:8080';
    expect(read({ CALL_FRAME_SITES: sites }).callFrameSites).toEqual(sites.split(', '));
    for (const wrong of ['www.example.com', '*', 'https://example.com/shop', "'none'", 'https://a.example;'])
      expect(() => read({ CALL_FRAME_SITES: wrong })).toThrow(/CALL_FRAME_SITES names/);
  });
});

test('simulated phones are on this machine, or nowhere', () => {
  expect(read({}).phonesUrl).toBeNull();
  expect(read({ SIMULATED_PHONES_URL: 'http://127.0.0.1:3100' }).phonesUrl).toBe('http://127.0.0.1:3100');
  for (const url of ['http://phones.example:3100', 'javascript:alert(1)', 'http://127.0.0.1:3100/x'])
    expect(() => read({ SIMULATED_PHONES_URL: url })).toThrow(/SIMULATED_PHONES_URL is/);
});
