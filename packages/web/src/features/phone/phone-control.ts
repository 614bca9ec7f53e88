import { openPhoneLine, PHONE_LINE_PATH, type Escort } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import {
  addKeyPressedByOther,
  ownPhone,
  keysPressedByOther,
  roomGuest,
  clearOwnPhone,
} from '#shared/dialing/own-phone.ts';
import { realtime } from '#shared/api/realtime.ts';
import { createTokenSource } from '#shared/api/token-source.ts';
import { expectCall } from '#shared/dialing/expected-call.ts';
import { storeReloadedCall, consumeReloadedCall } from './line/reloaded-call.ts';
import { createStore } from '#shared/lib/store.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { dialer } from '#shared/dialing/dialer.ts';
import { setSoundDevice } from '#shared/lib/sounds/sound.ts';
import { PhoneLine } from './line/phone-line.ts';
import { NO_PHONE, type PhoneDevices, type PhoneLineFailure, type PhoneState } from './line/phone.ts';

/** The state of this page's phone. */
export const phone = createStore<PhoneState>(NO_PHONE);
type Caller = { customerId: number | null; ticketId: number | null; queue: string; transferredBy: string };
const NO_CALLER: Caller = { customerId: null, ticketId: null, queue: '', transferredBy: '' };

/**
 * The customer of a call, and how it comes here, as told by the server: by the number that the gateway shows, or by the
 * call's id where the customer came into it later.
 */
export const callers = createStore<ReadonlyMap<string, Caller>>(new Map());
export const callerOf = (all: ReadonlyMap<string, Caller>, number: string): Caller =>
  all.get(number) ?? NO_CALLER;
const cacheCaller = (key: string, told: Partial<Caller>): void =>
  callers.set(new Map([[key, { ...callerOf(callers.get(), key), ...told }]]));

/** The call of somebody else that the supervisor listens to, or did last. */
export const escortedCall = createStore<Escort | null>(null);

/** The id of the call whose recording is paused, independent of whether the call bar is mounted. */
export const pausedCall = createStore<string | null>(null);

const CHOSEN = 'phone-devices';
const PLACE = 'phone-place';
export type PhoneDevice = 'here' | 'desk';

export const devices = createStore<PhoneDevices>(readDevices());
export const phoneDevice = createStore<PhoneDevice>(readStored(PLACE) === 'desk' ? 'desk' : 'here');

let line: PhoneLine | undefined;
setSoundDevice(devices.get().ringer);

/** The registered phone; undefined while there is none, and then actions do nothing. */
export const currentPhoneLine = (): PhoneLine | undefined => line;

export function choosePhoneDevice(next: PhoneDevice): void {
  writeStored(PLACE, next);
  phoneDevice.set(next);
}

/** Changes the microphone or loudspeaker, also for a call in progress. */
export async function chooseDevice(kind: keyof PhoneDevices, id: string): Promise<void> {
  if (kind === 'microphone') await line?.setMicrophone(id);
  const next = { ...devices.get(), [kind]: id };
  writeStored(CHOSEN, next);
  devices.set(next);
  if (kind === 'speaker') line?.setSpeaker(id);
  if (kind === 'ringer') setSoundDevice(id);
}

type PhoneListener = {
  onFault: (fault: PhoneLineFailure) => void;
  /** A colleague has answered what rang here. */
  onTaken: (by: string) => void;
};

/** Starts the phone of this page. Returns the function that stops it. */
export function followPhone({ onFault, onTaken }: PhoneListener): () => void {
  const tokens = createTokenSource();
  const own: PhoneLine = new PhoneLine({
    open: async () => (await call(openPhoneLine)).data,
    async address() {
      // A token is used once, so that a refused one is not sent again.
      tokens.drop();
      const query = new URLSearchParams(await tokens.get());
      return `${location.origin.replace(/^http/, 'ws')}${PHONE_LINE_PATH}?${query}`;
    },
    devices: devices.get,
    onChange: (now) => {
      phone.set(now);
      lendToRoom(own, now);
      dialer.set(now.line === 'ready' && now.call === null ? (code) => own.dial(code) : null);
    },
    onFault,
  });
  line = own;
  const returning = consumeReloadedCall();
  if (returning !== undefined) expectCall(returning);
  own.start();
  const ends = [
    realtime.on('agent-called-event', ({ contact_number: number, customer_id, ticket_id }) =>
      cacheCaller(number, { customerId: customer_id, ticketId: ticket_id }),
    ),
    realtime.on('phone-rings', ({ contact_number: number, queue, transferred_by, ...about }) => {
      const { customer_id: customerId, ticket_id: ticketId } = about;
      cacheCaller(number, { customerId, ticketId, queue, transferredBy: transferred_by });
    }),
    // The phone goes on showing the colleague who has consulted here.
    realtime.on('transfercall-event', ({ event, customer_id: customerId, ticket_id: ticketId }) => {
      const { call: present } = phone.get();
      if (event !== 'AttendedTransfer' || !present || callers.get().has(present.number)) return;
      cacheCaller(present.id, { customerId, ticketId });
    }),
    realtime.on('phone-ring-taken', ({ taken_by: by }) => onTaken(by)),
    // A queue answers a consultation at once, with music; only the gateway tells when one of its agents does.
    realtime.on('bridge-enter-event', ({ event }) => event === 'BridgeEnter' && own.consultedAnswered()),
    realtime.on('escort-changed', escortedCall.set),
    realtime.on('phone-key-pressed', ({ key }) => phone.get().call && addKeyPressedByOther(key)),
    realtime.on('phone-hold-changed', ({ is_held: isHeld }) => own.setHeldByOther(isHeld)),
    realtime.on('phone-gateway-health', ({ state }) => state === 'ok' && own.gatewayIsUp()),
    realtime.on('settings-changed', ({ part }) => {
      if (part === 'phone-gateways' || part === 'people') own.lookAgain();
    }),
  ];
  // A call cannot survive the page, so its other side is parked at the gateway instead of hearing silence.
  const leave = () => storeReloadedCall(own.leave());
  globalThis.addEventListener('pagehide', leave);
  return () => {
    globalThis.removeEventListener('pagehide', leave);
    for (const end of ends) end();
    own.stop();
    if (line !== own) return;
    line = undefined;
    clearOwnPhone();
  };
}

/** Makes the phone's actions and its answered call available to rooms, except during a consultation. */
function lendToRoom(own: PhoneLine, { line: state, call, asked }: PhoneState): void {
  const heard = call?.phase === 'talking' && !asked ? own.heard : undefined;
  if (!call) {
    keysPressedByOther.set('');
    const guest = roomGuest.get();
    if (guest && 'phoneId' in guest) roomGuest.set(null);
  }
  ownPhone.set({
    isReady: state === 'ready',
    call: call && heard ? { ...call, isHeld: call.isHeld || call.isHeldThere, heard } : null,
    actions: {
      mixIn: (track) => own.mixIn(track),
      mute: (isMuted) => own.mute(isMuted),
      press: (key) => own.press(key),
      hangUp: () => own.hangUp(),
    },
  });
}

function readDevices(): PhoneDevices {
  const stored = readStored(CHOSEN) as Partial<Record<keyof PhoneDevices, unknown>> | undefined;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    microphone: text(stored?.microphone),
    speaker: text(stored?.speaker),
    ringer: text(stored?.ringer),
  };
}
