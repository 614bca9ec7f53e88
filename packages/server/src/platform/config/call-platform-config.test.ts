import { describe, expect, test } from 'vitest';
import { readCallPlatform } from './call-platform-config.ts';

describe('where calls are', () => {
  test('is with us, unless something else is said', () => {
    expect(readCallPlatform({})).toEqual({
      current: 'embedded',
      daily: undefined,
      cloudflareRoomUrl: undefined,
    });
    expect(readCallPlatform({ CALL_PLATFORM: 'embedded' }).current).toBe('embedded');
  });

  test('is the hosted service, with the key of an account', () => {
    expect(readCallPlatform({ CALL_PLATFORM: 'daily', DAILY_API_KEY: 'abc' })).toMatchObject({
      current: 'daily',
      daily: { key: 'abc', url: 'https://api.daily.co/v1' },
    });
    const proxied = { CALL_PLATFORM: 'daily', DAILY_API_KEY: 'abc', DAILY_API_URL: 'http://127.0.0.1:9/v1/' };
    expect(readCallPlatform(proxied).daily).toEqual({ key: 'abc', url: 'http://127.0.0.1:9/v1' });
  });

  test('is a page in a frame, at an address with a place for the room', () => {
    const url = 'https://meet.example.com/{room}?embed=1';
    expect(readCallPlatform({ CALL_PLATFORM: 'cloudflare', CLOUDFLARE_ROOM_URL: url })).toMatchObject({
      current: 'cloudflare',
      cloudflareRoomUrl: url,
    });
  });

  test('knows the platform of yesterday, whose calls may be on', () => {
    const env = { DAILY_API_KEY: 'abc', CLOUDFLARE_ROOM_URL: 'https://meet.example.com/{room}' };
    expect(readCallPlatform(env)).toMatchObject({ current: 'embedded', daily: { key: 'abc' } });
  });

  test.each([
    ['jitsi', {}, /^CALL_PLATFORM is "jitsi": set it to embedded, daily, cloudflare/],
    ['daily', {}, /there is no DAILY_API_KEY/],
    ['daily', { DAILY_API_URL: 'https://proxy.example.com' }, /DAILY_API_URL is set without DAILY_API_KEY/],
    ['daily', { DAILY_API_KEY: 'abc\n' }, /^DAILY_API_KEY has a blank or a line break/],
    ['daily', { DAILY_API_KEY: 'abc', DAILY_API_URL: 'api.daily.co' }, /^DAILY_API_URL is "api.daily.co"/],
    ['daily', { DAILY_API_KEY: 'abc', DAILY_API_URL: 'http://api.daily.co/v1' }, /^DAILY_API_URL is/],
    ['cloudflare', {}, /there is no CLOUDFLARE_ROOM_URL/],
    ['cloudflare', { CLOUDFLARE_ROOM_URL: 'https://meet.example.com/' }, /with \{room\} once/],
    ['cloudflare', { CLOUDFLARE_ROOM_URL: 'https://{room}.example.com/' }, /once in its path/],
    ['cloudflare', { CLOUDFLARE_ROOM_URL: 'https://a.example/{room}/{room}' }, /once in its path/],
    ['cloudflare', { CLOUDFLARE_ROOM_URL: 'http://meet.example.com/{room}' }, /an https address/],
    ['cloudflare', { CLOUDFLARE_ROOM_URL: 'javascript:{room}' }, /an https address/],
    ['embedded', { CLOUDFLARE_ROOM_URL: 'nonsense' }, /^CLOUDFLARE_ROOM_URL is "nonsense"/],
  ])('is refused in one sentence when it is half said: %s %j', (platform, env, sentence) => {
    const read = () => readCallPlatform({ CALL_PLATFORM: platform, ...env });
    expect(read).toThrow(sentence);
    expect(read).not.toThrow(/\n/);
  });

  test('does not print a key that it refuses', () => {
    const read = () => readCallPlatform({ DAILY_API_KEY: 'top secret' });
    expect(read).not.toThrow(/top/);
  });
});
