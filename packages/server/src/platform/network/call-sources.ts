import type { CallPlatformConfig } from '../config/call-platform-config.ts';

/** What pages may load for calls in addition to our own files, as sources of a content security policy. */
export type CallSources = { connect: string; script: string; worker: string; frame: string };

/**
 * As documented for the library's call object with `avoidEval`: the script comes from one host, and signalling goes to the
 * others. `pluot.blue` is where that script looks up its servers.
 */
const DAILY = {
  connect: [
    ...['daily.co', 'dailywebrtc.com', 'dailywebrtc.net'].flatMap((host) => [
      `https://*.${host}`,
      `wss://*.${host}`,
    ]),
    'https://prod-ks.pluot.blue',
  ],
  script: ['https://c.daily.co'],
  worker: ['blob:'],
};

/**
 * Includes every platform that is configured: which of them new calls use is a setting, and pages that are open when it changes
 * must be able to load what it needs.
 */
export function callSources(
  { daily, cloudflareRoomUrl }: CallPlatformConfig,
  livekitUrl: string | undefined,
): CallSources {
  const { connect, script, worker } = daily ? DAILY : { connect: [], script: [], worker: [] };
  const list = (...more: string[]) => ["'self'", ...more].join(' ');
  return {
    connect: list(...livekitSources(livekitUrl), ...connect),
    script: list(...script),
    worker: list(...worker),
    frame: list(...(cloudflareRoomUrl ? [new URL(cloudflareRoomUrl).origin] : [])),
  };
}

/** The addresses of a LiveKit server on another machine, which clients use by both protocols. */
function livekitSources(livekitUrl: string | undefined): string[] {
  if (livekitUrl === undefined) return [];
  const { host, protocol } = new URL(livekitUrl);
  return protocol === 'wss:' ? [`wss://${host}`, `https://${host}`] : [`ws://${host}`, `http://${host}`];
}
