import {
  callBackNow,
  getOwnCall,
  hangUpRoomCall,
  pickUpRoomCall,
  startTicketCall,
  type CallKind,
  type JoinCredentials,
  type InvitationOutcome,
  type InvitationPurpose,
  type RingReason,
  type RoomDial,
} from '@trunkline/contract';
import { ApiError, errorCode, type ApiErrorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { ownRoom, roomGuest } from '#shared/dialing/own-phone.ts';
import { callRequest, type CallRequest } from '#shared/api/call-request.ts';
import { realtime } from '#shared/api/realtime.ts';
import { createStore } from '#shared/lib/store.ts';
import { refusalText } from './failure-text.ts';
import {
  CLEARED_STATE,
  nextCallState,
  type CallEvent,
  type CallMachineState,
  type Effect,
  type CallNotice,
} from './call-machine.ts';

/** The state of the agent's call, which every window of it shows. */
export const callState = createStore<CallMachineState>(CLEARED_STATE);

type AskedPerson = { name: string; purpose: InvitationPurpose; outcome: InvitationOutcome };

/** Effects that need a component: translated texts and navigation. */
export type CallEffects = {
  openTicket: (id: number) => void;
  say: (text: CallNotice, kind: 'good' | 'bad') => void;
  showServerMessage: (text: string) => void;
  /** Tells how the invitation of a colleague has ended. */
  showInvitationEnd: (asked: AskedPerson) => void;
  /** Shows the link of the call, because the customer has no channel on which it could be sent. */
  giveLink: (link: string) => void;
};

/** The role that pickup and hang-up are sent with: fixed by section 6 of the specification. */
const SENT_LEVEL = 1;
const LOOK_AGAIN_MS = 3000;
/** How long after pickup the ticket of a call is opened at the latest. */
const TICKET_WAITS_MS = 1000;

let callEffects: CallEffects | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Resolves when the present call has been joined, or joining it has failed. */
let joining: Promise<void> = Promise.resolve();

/** Applies an event to the state machine and carries out the effects it returns. */
export function send(event: CallEvent): void {
  const [state, effects] = nextCallState(callState.get(), event);
  callState.set(state);
  for (const effect of effects) runEffect(effect);
}

function runEffect(effect: Effect): void {
  switch (effect.type) {
    case 'wait':
    case 'stop-waiting':
      if (effect.type === 'wait' && effect.event === 'ring-expired') prepare();
      return wait(effect);
    case 'pick-up':
      return void pickUp(effect.dial);
    case 'hang-up':
      return void hangUp(effect.room);
    case 'join':
      joining = join(effect.credentials).catch(() => send({ type: 'call-failed', message: '' }));
      return;
    case 'open-ticket':
      return void openTicketOnceIn(effect.id);
    case 'leave':
      return void leaveCall();
    default:
      return callEffects && showMessage(callEffects, effect);
  }
}

/** Rendering a ticket blocks the page for about as long as connecting takes, so the call is connected first. */
async function openTicketOnceIn(id: number): Promise<void> {
  await Promise.race([joining, new Promise((resolve) => setTimeout(resolve, TICKET_WAITS_MS))]);
  callEffects?.openTicket(id);
}

function showMessage(own: CallEffects, effect: Extract<Effect, { type: 'say' | 'say-server' }>): void {
  if (effect.type === 'say') own.say(effect.text, effect.kind);
  else own.showServerMessage(effect.text);
}

/** The code of meetings is loaded with the first call, because most of the time nobody is in one. */
async function load() {
  const [loading, { followPhone }] = await Promise.all([
    import('./meeting.ts'),
    import('./phone/phone-in-room.ts'),
  ]);
  followPhone(callState);
  return loading;
}
let loaded: ReturnType<typeof load> | undefined;

/** Loads it once and keeps it; after a failure the next call tries again. */
function loadMeeting(): ReturnType<typeof load> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** Loads what a call needs while it still rings, so that pickup is fast. */
function prepare(): void {
  loadMeeting().then(
    ({ meetings }) => meetings.prepare(),
    () => undefined,
  );
}

async function join(credentials: JoinCredentials): Promise<void> {
  // On this platform the frame with the room joins by itself: see call-frame.tsx.
  if (credentials.platform === 'cloudflare') return;
  const { joinMeeting } = await loadMeeting();
  await joinMeeting(credentials, (over) => {
    // The hosted service reports a call that has ended as one that was left.
    if (over.why === 'ended' || over.why === 'left') send({ type: 'meeting-ended' });
    else send({ type: 'call-failed', message: over.why === 'failed' ? over.message : over.why });
  });
}

async function leaveCall(): Promise<void> {
  const { meetings } = (await loaded) ?? {};
  await meetings?.leave();
}

function wait(effect: Extract<Effect, { type: 'wait' | 'stop-waiting' }>): void {
  clearTimeout(timer);
  if (effect.type === 'wait') timer = setTimeout(() => send({ type: effect.event }), effect.ms);
}

async function pickUp({ room_name, ticket_id, media_id }: RoomDial): Promise<void> {
  try {
    const body = { room_name, ticket_id: String(ticket_id), media_id, user_level_id: SENT_LEVEL };
    const { success, data } = await call(pickUpRoomCall, { body });
    if (success && !data) {
      // The call is made by telephone: the agent's own phone rings.
      send({ type: 'cleared' });
      callEffects?.openTicket(ticket_id);
    } else if (success && data) send({ type: 'picked-up', credentials: data, at: Date.now() });
    else send({ type: 'pickup-refused', message: null });
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.code !== 'internal';
    if (isAnswer) send({ type: 'pickup-refused', message: refusalText(error), saying: REFUSALS[error.code] });
    else send({ type: 'pickup-broke' });
  }
}

async function hangUp(room_name: string): Promise<void> {
  try {
    const { success } = await call(hangUpRoomCall, { body: { room_name, user_level_id: SENT_LEVEL } });
    send({ type: 'hangup-answered', success });
  } catch {
    send({ type: 'hangup-broke' });
  }
}

/** Starts the call that a button on some screen has asked for. */
async function callOut(): Promise<void> {
  const wish = callRequest.get();
  if (!wish) return;
  callRequest.set(null);
  if (callState.get().status !== 'cleared') return forgetGuestAndShow(() => callEffects?.say('busy', 'bad'));
  try {
    const { link, was_sent: wasSent } = await begin(wish);
    await lookAtServer();
    if (wasSent) callEffects?.say('invited', 'good');
    else callEffects?.giveLink(link);
  } catch (error) {
    forgetGuestAndShow(() => showRefusal(error));
  }
}

/** Without a room, the telephone call that was to be brought into it is no longer expected. */
function forgetGuestAndShow(say: () => void): void {
  if (!ownRoom.get()) roomGuest.set(null);
  say();
}

function begin(wish: CallRequest) {
  if ('callBackId' in wish) return call(callBackNow, { params: { id: wish.callBackId }, body: {} });
  const { ticketId, kind, key } = wish;
  return call(startTicketCall, { params: { id: ticketId }, body: { kind, client_key: key } });
}

/** Texts for the reasons why a call was refused. */
const REFUSALS: Partial<Record<ApiErrorCode, CallNotice>> = {
  in_a_call: 'busy',
  conflict: 'not-now',
  lines_busy: 'lines-busy',
  no_telephone: 'no-telephone',
  no_gateway: 'no-gateway',
  offline: 'offline',
};

function showRefusal(error: unknown): void {
  callEffects?.say(REFUSALS[errorCode(error)] ?? 'call-failed', 'bad');
}

/** Fetches the call that rings or is in progress: after the page was loaded, and when this tab becomes the one that rings. */
async function lookAtServer(): Promise<void> {
  const shown = callState.get();
  const before = shown.status === 'incoming' ? shown.call.dial.room_name : null;
  const { ringing, joined } = (await call(getOwnCall, {})).data;
  // The ringing stopped while we were not connected. A call that began to ring after the request is not affected.
  if (before !== null && ringing?.room_name !== before) send({ type: 'stopped-by-server', room: before });
  if (joined && callState.get().status === 'cleared') {
    const { caller, customer_id, ...credentials } = joined;
    const { room_name, ticket_id, media_id, kind } = credentials;
    send({
      type: 'found',
      call: { kind, dial: { room_name, ticket_id, media_id, customer_id, caller } },
      credentials,
    });
  } else if (ringing) {
    const { kind, expires_at: expiresAt, reason, ...dial } = ringing;
    send({
      type: 'rang',
      call: { kind, dial, reason },
      leftMs: Math.max(0, Date.parse(expiresAt) - Date.now()),
    });
  }
}

/** Handles calls to the extension from now on. Returns the function that stops it and leaves a call in progress. */
export function answerExtension(own: CallEffects): () => void {
  callEffects = own;
  const reasons = new Map<string, RingReason>();
  const rings = (kind: CallKind) => (dial: RoomDial) => {
    // A reason arrives just before the ring that it belongs to; all are dropped then, because the same room may ring
    // again without one.
    const reason = reasons.get(dial.room_name) ?? null;
    reasons.clear();
    send({ type: 'rang', call: { kind, dial, reason } });
  };
  const stops = ({ room_name: room }: { room_name: string }) => send({ type: 'stopped-by-server', room });
  let again: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const refresh = (): void => {
    clearTimeout(again);
    // Retried, because somebody in a call must not be left without its window.
    lookAtServer().catch(() => {
      if (!isOver) again = setTimeout(refresh, LOOK_AGAIN_MS);
    });
  };
  const ends = [
    realtime.on('call-ring-reason', (reason) => void reasons.set(reason.room_name, reason)),
    realtime.on('call-invitation-ended', (asked) => own.showInvitationEnd(asked)),
    realtime.on('daily-dial', rings('voice')),
    realtime.on('voip-dial', rings('video')),
    realtime.on('daily-hangup', stops),
    realtime.on('voip-hangup', stops),
    realtime.onReset(refresh),
  ];
  ends.push(callRequest.subscribe(() => void callOut()));
  // A call may have been asked for before this tab handled calls.
  void callOut();
  refresh();
  return () => {
    for (const end of ends) end();
    isOver = true;
    clearTimeout(again);
    callEffects = undefined;
    clearTimeout(timer);
    callState.set(CLEARED_STATE);
    void leaveCall();
  };
}
