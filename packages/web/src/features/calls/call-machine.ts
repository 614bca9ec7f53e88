import {
  RING_CLEARING_MS,
  RING_TIMEOUT_MS,
  type CallKind,
  type JoinCredentials,
  type RingReason,
  type RoomDial,
} from '@trunkline/contract';

/** The incoming call, whether it has video, and the reason where a colleague has caused it to ring. */
export type Call = { dial: RoomDial; kind: CallKind; reason?: RingReason | null };

/** The states of section 4 of the specification: incoming, joining, joined, error; `cleared` is its null. */
export type CallMachineState =
  | { status: 'cleared' }
  | { status: 'incoming'; call: Call; isOver: boolean }
  | { status: 'joining'; call: Call; pressedAt: number; isOver: boolean; isRefused: boolean }
  | { status: 'joined'; call: Call; credentials: JoinCredentials; pickupTime: number; isOver: boolean }
  | { status: 'error'; call: Call; message: string };

export type CallEvent =
  /** The extension rings; `leftMs` is the remaining time where the page was loaded while it rang. */
  | { type: 'rang'; call: Call; leftMs?: number }
  | { type: 'pickup-pressed'; at: number }
  | { type: 'picked-up'; credentials: JoinCredentials; at: number }
  /** The server refused or could not be asked; `saying` is our text where there is no message to show. */
  | { type: 'pickup-refused'; message: string | null; saying?: CallNotice | undefined }
  | { type: 'pickup-broke' }
  /** After the page was loaded the server reports a call in progress. */
  | { type: 'found'; call: Call; credentials: JoinCredentials }
  | { type: 'ring-expired' }
  | { type: 'stopped-by-server'; room: string }
  | { type: 'meeting-ended' }
  | { type: 'call-failed'; message: string }
  | { type: 'hangup-pressed' }
  | { type: 'hangup-answered'; success: boolean }
  | { type: 'hangup-broke' }
  | { type: 'dismissed' }
  | { type: 'cleared' };

export type Effect =
  | { type: 'pick-up'; dial: RoomDial }
  | { type: 'hang-up'; room: string }
  | { type: 'join'; credentials: JoinCredentials }
  | { type: 'leave' }
  | { type: 'open-ticket'; id: number }
  /** Replaces the running timer; the event follows after that time unless another one cancels it. */
  | { type: 'wait'; ms: number; event: 'ring-expired' | 'cleared' }
  | { type: 'stop-waiting' }
  | { type: 'say'; text: CallNotice; kind: 'good' | 'bad' }
  | { type: 'say-server'; text: string };

export type CallNotice =
  | 'pickup-failed'
  | 'accept-failed'
  | 'hangup-failed'
  | 'hangup-broke'
  | 'ended'
  | 'busy'
  | 'invited'
  | 'call-failed'
  | 'not-now'
  | 'lines-busy'
  | 'no-telephone'
  | 'no-gateway'
  | 'offline'
  | 'no-ticket';
type Step = [CallMachineState, Effect[]];

export const CLEARED_STATE: CallMachineState = { status: 'cleared' };

/** Returns the next state of the agent's call and the effects to carry out. Pure. */
export function nextCallState(state: CallMachineState, event: CallEvent): Step {
  switch (event.type) {
    case 'rang':
      return rang(state, event);
    case 'found':
      return found(event);
    case 'stopped-by-server':
      return isOf(state, event.room) ? stopped(state) : [state, []];
    case 'cleared':
    case 'dismissed':
      return [CLEARED_STATE, [{ type: 'stop-waiting' }, { type: 'leave' }]];
    default:
      return step(state, event);
  }
}

type OwnEvent = Exclude<
  CallEvent,
  { type: 'rang' | 'found' | 'stopped-by-server' | 'cleared' | 'dismissed' }
>;

function step(state: CallMachineState, event: OwnEvent): Step {
  switch (state.status) {
    case 'incoming':
      return incoming(state, event);
    case 'joining':
      return joining(state, event);
    case 'joined':
      return joined(state, event);
    case 'error':
    case 'cleared':
      return [state, []];
  }
}

/**
 * While the agent is in a call, rings are ignored; a second ring replaces the first. A call that has ended and is still
 * on the screen gives way: for the server the agent is free by then.
 */
function rang(state: CallMachineState, { call, leftMs }: Extract<CallEvent, { type: 'rang' }>): Step {
  if ((state.status === 'joining' || state.status === 'joined') && !state.isOver) return [state, []];
  const ms = leftMs ?? RING_TIMEOUT_MS;
  return [{ status: 'incoming', call, isOver: false }, [{ type: 'wait', ms, event: 'ring-expired' }]];
}

function found({ call, credentials }: Extract<CallEvent, { type: 'found' }>): Step {
  return [
    { status: 'joined', call, credentials, pickupTime: 0, isOver: false },
    [{ type: 'join', credentials }],
  ];
}

function incoming(state: Extract<CallMachineState, { status: 'incoming' }>, event: OwnEvent): Step {
  if (event.type === 'pickup-pressed' && !state.isOver) {
    const { call } = state;
    return [
      { status: 'joining', call, pressedAt: event.at, isOver: false, isRefused: false },
      [{ type: 'pick-up', dial: call.dial }],
    ];
  }
  if (event.type === 'ring-expired') return expire(state);
  return [state, []];
}

/** A refused pickup can be tried again until the ringing would have ended. */
function pressedAgain(
  state: Extract<CallMachineState, { status: 'joining' }>,
  { at }: Extract<CallEvent, { type: 'pickup-pressed' }>,
): Step {
  if (!state.isRefused || state.isOver) return [state, []];
  return [{ ...state, pressedAt: at, isRefused: false }, [{ type: 'pick-up', dial: state.call.dial }]];
}

function joining(state: Extract<CallMachineState, { status: 'joining' }>, event: OwnEvent): Step {
  const { call } = state;
  switch (event.type) {
    case 'picked-up':
      return [
        {
          status: 'joined',
          call,
          credentials: event.credentials,
          pickupTime: event.at - state.pressedAt,
          isOver: false,
        },
        [
          { type: 'stop-waiting' },
          { type: 'join', credentials: event.credentials },
          // A colleague who was invited into the call may lack access to its ticket.
          event.credentials.may_see_ticket
            ? { type: 'open-ticket', id: event.credentials.ticket_id }
            : { type: 'say', text: 'no-ticket', kind: 'bad' },
        ],
      ];
    case 'pickup-refused':
      // Section 4 has a refused call stay in `joining` until the ringing would have ended.
      return [
        { ...state, isRefused: true },
        event.message === null
          ? [{ type: 'say', text: event.saying ?? 'pickup-failed', kind: 'bad' }]
          : [{ type: 'say-server', text: event.message }],
      ];
    case 'pickup-pressed':
      return pressedAgain(state, event);
    case 'pickup-broke':
      return [
        { status: 'error', call, message: '' },
        [{ type: 'stop-waiting' }, { type: 'say', text: 'accept-failed', kind: 'bad' }],
      ];
    case 'ring-expired':
      return expire(state);
    default:
      return [state, []];
  }
}

function joined(state: Extract<CallMachineState, { status: 'joined' }>, event: OwnEvent): Step {
  const { call } = state;
  switch (event.type) {
    case 'meeting-ended':
      return stopped(state);
    case 'call-failed':
      return [{ status: 'error', call, message: event.message }, [{ type: 'leave' }]];
    case 'hangup-pressed':
      return [state, [{ type: 'hang-up', room: call.dial.room_name }]];
    case 'hangup-answered':
      return event.success
        ? [CLEARED_STATE, [{ type: 'leave' }, { type: 'say', text: 'ended', kind: 'good' }]]
        : [state, [{ type: 'say', text: 'hangup-failed', kind: 'bad' }]];
    case 'hangup-broke':
      return [state, [{ type: 'say', text: 'hangup-broke', kind: 'bad' }]];
    default:
      return [state, []];
  }
}

/** A missed call stays on the screen for a moment, so that the agent sees who called. */
function expire(state: Extract<CallMachineState, { status: 'incoming' | 'joining' }>): Step {
  return [{ ...state, isOver: true }, [{ type: 'wait', ms: RING_CLEARING_MS, event: 'cleared' }]];
}

/** The other side or the server has ended the call. */
function stopped(state: CallMachineState): Step {
  if (state.status === 'incoming' || state.status === 'joining') return expire(state);
  // The connection may have failed first; its error message is outdated once the call has ended.
  if (state.status === 'error') return [state, [{ type: 'wait', ms: RING_CLEARING_MS, event: 'cleared' }]];
  if (state.status !== 'joined' || state.isOver) return [state, []];
  return [
    { ...state, isOver: true },
    [{ type: 'leave' }, { type: 'wait', ms: RING_CLEARING_MS, event: 'cleared' }],
  ];
}

function isOf(state: CallMachineState, room: string): boolean {
  return state.status !== 'cleared' && state.call.dial.room_name === room;
}

/** Whether the ringtone plays: until the call is picked up, stopped or expired. */
export function isRinging(state: CallMachineState): boolean {
  return state.status === 'incoming' && !state.isOver;
}

/** Whether a pickup was sent and the server has not answered yet. */
export function isPickingUp(state: CallMachineState): boolean {
  return state.status === 'joining' && !state.isOver && !state.isRefused;
}
