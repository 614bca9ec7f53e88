import type { CallPlatformConfig } from '../config/call-platform-config.ts';

/** What pages may load for calls beside what is ours, in the words of a content security policy. */
export type CallSources = { connect: string; script: string; worker: string; frame: string };

const OWN: CallSources = { connect: "'self'", script: "'self'", worker: "'self'", frame: "'self'" };

/**
 * As its maker documents for the library's call object with `avoidEval`: the script comes from one host, the media are
 * spoken of over the others. `pluot.blue` is where that script asks for its way in.
 */
const DAILY: CallSources = {
  connect: [
    "'self'",
    ...['daily.co', 'dailywebrtc.com', 'dailywebrtc.net'].flatMap((host) => [
      `https://*.${host}`,
      `wss://*.${host}`,
    ]),
    'https://prod-ks.pluot.blue',
  ].join(' '),
  script: "'self' https://c.daily.co",
  worker: "'self' blob:",
  frame: "'self'",
};

/** Widened for the platform that is on, and for no other: what calls a setting ago needed is over with a new page. */
export function callSources(
  { current, cloudflareRoomUrl }: CallPlatformConfig,
  livekitUrl: string | undefined,
): CallSources {
  if (current === 'daily') return DAILY;
  if (current === 'cloudflare' && cloudflareRoomUrl)
    return { ...OWN, frame: `'self' ${new URL(cloudflareRoomUrl).origin}` };
  return { ...OWN, connect: connectSources(livekitUrl) };
}

/** This server, and a LiveKit elsewhere, which clients ask over both protocols. */
function connectSources(livekitUrl: string | undefined): string {
  if (livekitUrl === undefined) return "'self'";
  const { host, protocol } = new URL(livekitUrl);
  return protocol === 'wss:' ? `'self' wss://${host} https://${host}` : `'self' ws://${host} http://${host}`;
}
