import { WebSocket, type RawData } from 'ws';
import { createTokenBucket } from '#platform/http/token-bucket';
import { AppError } from '#platform/errors';
import { isOwnMessage } from './sip-frame.ts';

type RelaySockets = { browser: WebSocket; gateway: WebSocket; extension: string };

export const SIP_SUBPROTOCOL = 'sip';
/** An INVITE with all candidates is a few kilobytes. */
export const MESSAGE_MAX = 64 * 1024;
/** A call takes some dozen messages. */
const MESSAGES = { perSecond: 20, burst: 200 };
const WAITING_MAX = 1024 * 1024;
const ANSWERS_WITHIN_MS = 5000;
const LOOK_EVERY_MS = 15_000;
/** WebSocket close codes: standard ones (RFC 6455), and one of the private range. */
export const CLOSE_CODES = { usual: 1000, away: 1001, refused: 1008, session: 4001 } as const;

/** Connects to the gateway, and buffers what it sends until the browser is connected. */
export function connectGateway(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const gateway = new WebSocket(address, SIP_SUBPROTOCOL, {
      handshakeTimeout: ANSWERS_WITHIN_MS,
      maxPayload: MESSAGE_MAX,
      perMessageDeflate: false,
    });
    gateway.once('error', () => reject(new AppError('unavailable')));
    gateway.once('open', () => {
      gateway.pause();
      resolve(gateway);
    });
  });
}

/** Forwards messages in both directions until one side ends; a browser that sends what it may not is disconnected. */
export function relaySipMessages({ browser, gateway, extension }: RelaySockets, onRefused: () => void): void {
  const allow = createTokenBucket(MESSAGES.perSecond, MESSAGES.burst);
  browser.on('message', (data, isBinary) => {
    const text = textOf(data);
    if (allow() && !isBinary && isOwnMessage(text, extension)) return forwardText(gateway, text);
    onRefused();
    browser.close(CLOSE_CODES.refused);
  });
  gateway.on('message', (data) => forwardText(browser, textOf(data)));
  const sides = [browser, gateway];
  const looking = watch(sides);
  const end = () => {
    clearInterval(looking);
    for (const side of sides) if (side.readyState === WebSocket.OPEN) side.close(CLOSE_CODES.usual);
  };
  for (const side of sides) {
    side.on('close', end);
    side.on('error', () => side.terminate());
  }
  gateway.resume();
}

// The form in which `ws` passes data by default.
const textOf = (data: RawData): string => (data as Buffer).toString('utf8');

/** Disconnects a receiver that does not read, instead of buffering without limit. */
function forwardText(to: WebSocket, text: string): void {
  if (to.bufferedAmount > WAITING_MAX) to.terminate();
  else if (to.readyState === WebSocket.OPEN) to.send(text);
}

/** Notices a side that is gone without closing, by pings that it does not answer. */
function watch(sides: readonly WebSocket[]): NodeJS.Timeout {
  const answered = new Set(sides);
  for (const side of sides) side.on('pong', () => answered.add(side));
  return setInterval(() => {
    for (const side of sides) {
      if (!answered.delete(side)) side.terminate();
      else if (side.readyState === WebSocket.OPEN) side.ping();
    }
  }, LOOK_EVERY_MS);
}
