import { describe, expect, it } from 'vitest';
import { connectSources } from './static.ts';

describe('where pages may connect to', () => {
  it.each([
    [undefined, "'self'"],
    ['wss://livekit.example.com', "'self' wss://livekit.example.com https://livekit.example.com"],
    ['ws://10.0.0.5:7880/below', "'self' ws://10.0.0.5:7880 http://10.0.0.5:7880"],
  ])('follows a LiveKit elsewhere: %s', (url, sources) => {
    expect(connectSources(url)).toBe(sources);
  });
});
