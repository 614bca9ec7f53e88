import { describe, expect, it } from 'vitest';
import { callSources } from './call-sources.ts';
import { readCallPlatform } from '../config/call-platform-config.ts';

const OWN = { connect: "'self'", script: "'self'", worker: "'self'", frame: "'self'" };
const daily = { DAILY_API_KEY: 'key' };
const cloudflare = { CLOUDFLARE_ROOM_URL: 'https://meet.example.com:8443/desk/{room}?lang=en' };

describe('what pages may load for calls', () => {
  it.each([
    [undefined, "'self'"],
    ['wss://livekit.example.com', "'self' wss://livekit.example.com https://livekit.example.com"],
    ['ws://10.0.0.5:7880/below', "'self' ws://10.0.0.5:7880 http://10.0.0.5:7880"],
  ])('follows a LiveKit elsewhere: %s', (url, connect) => {
    expect(callSources(readCallPlatform({}), url)).toEqual({ ...OWN, connect });
  });

  it('lets in the hosted service while calls are there', () => {
    const sources = callSources(readCallPlatform({ CALL_PLATFORM: 'daily', ...daily }), undefined);
    expect(sources.script).toBe("'self' https://c.daily.co");
    expect(sources.connect.split(' ')).toEqual(
      expect.arrayContaining(["'self'", 'https://*.daily.co', 'wss://*.daily.co']),
    );
    expect(sources.frame).toBe("'self'");
  });

  it('lets the frame show the site of its rooms, and that alone', () => {
    const config = readCallPlatform({ CALL_PLATFORM: 'cloudflare', ...cloudflare });
    expect(callSources(config, undefined)).toEqual({ ...OWN, frame: "'self' https://meet.example.com:8443" });
  });

  it('lets in each platform that can be chosen, whichever is on now', () => {
    const sources = callSources(readCallPlatform({ ...daily, ...cloudflare }), undefined);
    expect(sources.script).toBe("'self' https://c.daily.co");
    expect(sources.frame).toBe("'self' https://meet.example.com:8443");
  });
});
