import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DailyCall } from '@daily-co/daily-js';
import type { JoinCredentials, listWidgets, ResponseOf, VisitorCall } from '@trunkline/contract';
import type { Browser, Page } from 'playwright/test';
import { io, type Socket } from 'socket.io-client';
import { callApi, signInOnce, type SignedIn } from '../api.ts';
import { CHROMIUM_FLAGS } from '../chromium.ts';
import { DEMO_PASSWORD } from '../server.ts';

/** Chromium with a fake camera that shows a clock and a fake microphone that beeps. */
export const CALL_FLAGS = [
  ...CHROMIUM_FLAGS,
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

const READY = 6;
const OFFLINE = 1;

/** The room and the token of one side of a call. */
export type RoomTicket = { url: string; token: string };
export type RunningCall = {
  id: number;
  ticketId: number;
  room: string;
  customer: RoomTicket;
  agent: RoomTicket;
  hangUp: () => Promise<void>;
};

/** A customer calls from the demo site and an agent picks up, by the same requests as their pages. */
export async function startCall(
  url: string,
  kind: 'voice' | 'video' = 'video',
  username = 'agent1',
): Promise<RunningCall> {
  const user = await signInOnce(url, username, DEMO_PASSWORD);
  const socket = await readyAt(url, user);
  const rings = new Promise<{ room_name: string; ticket_id: number; media_id: number }>((resolve) =>
    socket.once(kind === 'video' ? 'voip-dial' : 'daily-dial', resolve),
  );
  const visitor = await newVisitor(url);
  const { data: own } = (
    await callApi<{ data: VisitorCall }>(url, 'POST', '/api/livechat/calls', {
      token: visitor,
      body: { client_key: randomUUID(), kind, name: 'Joko Susilo' },
    })
  ).body;
  if (!own.token) throw new Error('the customer got no token for the call');
  const dial = await rings;
  const picked = await callApi<{ success: boolean; message: string; data?: JoinCredentials }>(
    url,
    'POST',
    '/api/voip/daily/pickup',
    {
      token: user.token,
      body: {
        room_name: dial.room_name,
        ticket_id: String(dial.ticket_id),
        media_id: dial.media_id,
        user_level_id: 1,
      },
    },
  );
  if (!picked.body.data) throw new Error(`not picked up: ${picked.body.message}`);
  const { url: roomUrl, token, call_id: id } = picked.body.data;
  let isOver = false;
  const running = {
    id,
    ticketId: dial.ticket_id,
    room: own.room_name,
    customer: { url: own.url, token: own.token },
    agent: { url: roomUrl, token },
    hangUp: async () => {
      if (isOver) return;
      isOver = true;
      await callApi(url, 'DELETE', '/api/voip/daily/hangup', {
        token: user.token,
        body: { room_name: own.room_name, user_level_id: 1 },
      });
      await callApi(url, 'PUT', '/api/user/activity', {
        token: user.token,
        body: { user_activity_id: OFFLINE },
      });
      socket.close();
    },
  };
  runningCalls.push(running);
  return running;
}

const runningCalls: RunningCall[] = [];

/** Ends all calls after a test, whatever its result. */
export async function endCalls(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
  for (const call of runningCalls.splice(0)) await call.hangUp();
}

async function readyAt(url: string, user: SignedIn): Promise<Socket> {
  const socket = io(url, {
    query: { token: user.token, user_id: String(user.id) },
    transports: ['websocket'],
  });
  await new Promise((resolve) => socket.once('connect', () => resolve(null)));
  const own = await callApi<{ extension: string }>(url, 'GET', '/api/user', { token: user.token });
  await socket.timeout(5000).emitWithAck('extension-join-room', own.body.extension);
  await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
  await callApi(url, 'PUT', '/api/user/activity', { token: user.token, body: { user_activity_id: READY } });
  return socket;
}

async function newVisitor(url: string): Promise<string> {
  const admin = await signInOnce(url, 'admin', DEMO_PASSWORD);
  const widgets = await callApi<ResponseOf<typeof listWidgets>>(url, 'GET', '/api/widgets', admin);
  const key = widgets.body.data[0]?.key ?? '';
  const visitor = await callApi<{ token: string }>(url, 'POST', `/api/livechat/${key}/visitors`, {
    body: { language: 'en' },
  });
  return visitor.body.token;
}

/** The call library's build for a script tag, from its package. */
export const CALL_LIBRARY_SCRIPT = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('@daily-co/daily-js')), 'daily.js'),
  'utf8',
);

/** Opens a page with the library and one call object on `window.call`, which loads our engine and records every event. */
export async function openCaller(
  browser: Browser,
  place: RoomTicket,
  options: Record<string, unknown> = {},
  site?: string,
): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const url = new URL(place.url).origin;
  await page.goto(site ?? `${url}/login`);
  // As a string, because the page's content security policy forbids inline scripts.
  await page.evaluate(CALL_LIBRARY_SCRIPT);
  await page.evaluate(watchCall, {
    kind: 'object' as const,
    options,
    bundle: `${url}/call-engine/call-engine.js`,
  });
  return page;
}

export type RecordedEvent = { name: string; at: number; [key: string]: unknown };
type Call = {
  events: RecordedEvent[];
  /** Every opened WebSocket, so that a test can close one. */
  sockets: WebSocket[];
  call: DailyCall;
  /** The promise of a join that nobody awaits yet. */
  joining?: Promise<unknown>;
};
/** At run time every instance is an event emitter, which its types do not say. */
type Emitter = { emit: (name: string, ...rest: unknown[]) => boolean };
declare global {
  // Globals of the page, used within `page.evaluate`.
  interface Window {
    trial: Call;
  }
}

type CreatedCall = { kind: 'frame' } | { kind: 'object'; options: Record<string, unknown>; bundle: string };
type Factory = { createCallObject: (o: object) => DailyCall; createFrame: (o: object) => DailyCall };

/** Runs in the page: makes the library's instance, and records its events on `window.trial`. */
export function watchCall(made: CreatedCall): void {
  const library = (window as unknown as { Daily: Factory }).Daily;
  const call =
    made.kind === 'frame'
      ? library.createFrame({ iframeStyle: { width: '1000px', height: '700px' } })
      : library.createCallObject({
          ...made.options,
          dailyConfig: { callObjectBundleUrlOverride: made.bundle, avoidEval: true },
        });
  const events: RecordedEvent[] = [];
  const plain = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (_key, each: unknown) => {
        if (each instanceof MediaStreamTrack) return `track ${each.id}`;
        return each instanceof Set ? [...each] : each;
      }) ?? 'null',
    ) as object;
  const emitter = call as unknown as Emitter;
  const emit = emitter.emit.bind(call);
  emitter.emit = (name, ...rest) => {
    events.push({ ...plain(rest[0]), name, at: Date.now() });
    return emit(name, ...rest);
  };
  const sockets: WebSocket[] = [];
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      sockets.push(this);
    }
  };
  window.trial = { events, sockets, call };
}
