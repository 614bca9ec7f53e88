import type { CallSeat } from '@trunkline/contract';
import { REJOIN_WAIT_MS } from '@trunkline/contract';
import type { DailyCall, DailyEventObjectFatalError, DailyParticipant } from '@daily-co/daily-js';
import { createStore } from '#shared/lib/store.ts';

/** Somebody in the call, as the windows show them. */
export type Person = {
  id: string;
  name: string;
  isLocal: boolean;
  isMuted: boolean;
  picture: MediaStreamTrack | undefined;
  /** What they show of their screen. */
  screen: MediaStreamTrack | undefined;
  sound: MediaStreamTrack | undefined;
};

/** A line of the chat inside the call; it is not kept. */
export type ChatLine = { id: number; from: string; text: string; isOwn: boolean };

/** What goes on in the meeting; `hasBeenJoined` tells "not yet here" from "has left". */
export type Meeting = {
  isIn: boolean;
  people: readonly Person[];
  hasBeenJoined: boolean;
  problem: 'none' | 'microphone' | 'camera' | 'line';
  chat: readonly ChatLine[];
};

/** Where to join, and with what. */
export type Place = Pick<CallSeat, 'url' | 'token' | 'kind'> & {
  userName?: string;
  /** False joins silent, or unseen. */
  hasMicrophone?: boolean;
  hasCamera?: boolean;
};

type Handlers = { onEnded: () => void; onFailed: (message: string) => void };

const NO_MEETING: Meeting = { isIn: false, people: [], hasBeenJoined: false, problem: 'none', chat: [] };
export const meeting = createStore<Meeting>(NO_MEETING);

/** The script that the call library loads from our own server (docs/calls.md). */
const ENGINE = '/call-engine/call-engine.js';
const RETRY_MS = 1000;
const ENDED = 'Meeting has ended';

let current: DailyCall | undefined;
let attempt = 0;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Joins the call of a seat, leaving another first. Voice sends no picture (section 5). */
export async function joinMeeting(place: Place, handlers: Handlers): Promise<void> {
  attempt += 1;
  const own = attempt;
  if (current) {
    await dropCurrent();
    await pause(REJOIN_WAIT_MS);
  }
  try {
    const call = await createOnce();
    if (own !== attempt) return void call.destroy();
    current = call;
    follow(call, handlers);
    await call.join(optionsOf(place));
  } catch (error) {
    if (own === attempt) tellFailure(error, handlers);
  }
}

function optionsOf({ url, token, kind, userName, hasMicrophone = true, hasCamera = true }: Place) {
  return {
    // Our own rooms are reached at the address that this page came from.
    url: new URL(new URL(url).pathname, location.origin).href,
    token,
    ...(userName && { userName }),
    ...(!hasMicrophone && { startAudioOff: true }),
    ...(kind === 'voice' ? { videoSource: false as const, startVideoOff: true } : {}),
    ...(!hasCamera && { startVideoOff: true }),
  };
}

/** Leaves the call and lets go of camera and microphone. */
export async function leaveMeeting(): Promise<void> {
  attempt += 1;
  await dropCurrent();
}

export function setMicrophone(isOn: boolean): void {
  current?.setLocalAudio(isOn);
}

export function setCamera(isOn: boolean): void {
  current?.setLocalVideo(isOn);
}

export function shareScreen(isOn: boolean): void {
  if (isOn) current?.startScreenShare();
  else current?.stopScreenShare();
}

/** Writes to everybody in the call. */
export function writeInCall(text: string): void {
  current?.sendAppMessage({ kind: 'chat', text }, '*');
  addLine({ from: '', text, isOwn: true });
}

let lines = 0;
function addLine(line: Omit<ChatLine, 'id'>): void {
  lines += 1;
  const now = meeting.get();
  meeting.set({ ...now, chat: [...now.chat, { id: lines, ...line }].slice(-200) });
}

/** The library allows one instance at a time and needs a moment to let go of the last: once more after a second. */
async function createOnce(): Promise<DailyCall> {
  const { default: Daily } = await import('@daily-co/daily-js');
  const options = {
    dailyConfig: { callObjectBundleUrlOverride: new URL(ENGINE, location.href).href, avoidEval: true },
  };
  try {
    return Daily.createCallObject(options);
  } catch (error) {
    if (!String(error).includes('Duplicate')) throw error;
    await pause(RETRY_MS);
    return Daily.createCallObject(options);
  }
}

async function dropCurrent(): Promise<void> {
  const call = current;
  current = undefined;
  meeting.set(NO_MEETING);
  if (!call) return;
  await call.leave().catch(() => undefined);
  await call.destroy().catch(() => undefined);
}

function follow(call: DailyCall, handlers: Handlers): void {
  const look = () => {
    if (call !== current) return;
    const before = meeting.get();
    const people = Object.values(call.participants()).map(toPerson);
    const hasBeenJoined = before.hasBeenJoined || people.some(({ isLocal }) => !isLocal);
    meeting.set({ ...before, isIn: call.meetingState() === 'joined-meeting', people, hasBeenJoined });
  };
  const complain = (problem: Meeting['problem']) => meeting.set({ ...meeting.get(), problem });
  call
    .on('joined-meeting', look)
    .on('participant-joined', look)
    .on('participant-updated', look)
    .on('participant-left', look)
    .on('track-started', look)
    .on('track-stopped', look)
    .on('camera-error', ({ error }) =>
      complain('type' in error && error.type === 'cam-in-use' ? 'camera' : 'microphone'),
    )
    .on('network-connection', ({ event }) => complain(event === 'interrupted' ? 'line' : 'none'))
    .on('app-message', ({ data, fromId }) => {
      const { kind, text } = (data ?? {}) as { kind?: unknown; text?: unknown };
      const from = call.participants()[fromId]?.user_name ?? '';
      if (kind === 'chat' && typeof text === 'string')
        addLine({ from, text: text.slice(0, 2000), isOwn: false });
    })
    .on('left-meeting', () => call === current && handlers.onEnded())
    .on('error', (event) => call === current && tellFailure(event, handlers));
}

/** "Meeting has ended" as an error is the meeting's end, not a fault (section 8). */
function tellFailure(error: unknown, { onEnded, onFailed }: Handlers): void {
  const { errorMsg, error: details } = (error ?? {}) as Partial<DailyEventObjectFatalError>;
  const message = errorMsg ?? (error instanceof Error ? error.message : String(error));
  if (message.includes(ENDED) || details?.type === 'exp-room') onEnded();
  else onFailed(message);
}

function toPerson({ session_id: id, user_name: name, local, tracks }: DailyParticipant): Person {
  const isShown = tracks.video.state === 'playable';
  const isHeard = tracks.audio.state === 'playable';
  return {
    id,
    name,
    isLocal: local,
    isMuted: tracks.audio.state === 'off' || tracks.audio.state === 'blocked',
    picture: isShown ? tracks.video.persistentTrack : undefined,
    screen: tracks.screenVideo.state === 'playable' ? tracks.screenVideo.persistentTrack : undefined,
    sound: isHeard && !local ? tracks.audio.persistentTrack : undefined,
  };
}
