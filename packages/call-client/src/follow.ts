import type { DailyCall, DailyEventObjectCameraError } from '@daily-co/daily-js';
import { readDevices, findReplacedDevice, type DeviceKind } from './devices.ts';
import { isJoinRefused, readFailure, type LeaveReason } from './failure.ts';
import type { ChatLine, Meeting } from './meeting.ts';
import { isOtherSide, connectionSignalOf, toPeople } from './person.ts';

/** The shown meeting and the functions that change it; they do nothing once it is over. */
export type MeetingView = {
  get: () => Meeting;
  change: (part: Partial<Meeting>) => void;
  /** The last requested device of each kind; another one in use is a replacement. */
  asked: Partial<Record<DeviceKind, string>>;
};

const LINES_KEPT = 200;
const TEXT_MAX = 2000;
/** How long the notice about a replaced device is shown. */
const SAID_MS = 10_000;

let lines = 0;

export function addChatLine({ get, change }: MeetingView, line: Omit<ChatLine, 'id'>): void {
  lines += 1;
  change({ chat: [...get().chat, { id: lines, ...line }].slice(-LINES_KEPT) });
}

/** Updates the shown meeting by the library's events. */
export function followMeeting(
  call: DailyCall,
  shown: MeetingView,
  onOver: (over: LeaveReason) => void,
): void {
  const { get, change } = shown;
  const update = () => {
    const people = Object.values(call.participants()).flatMap(toPeople);
    const hasBeenJoined = get().hasBeenJoined || people.some(isOtherSide);
    const isHeld = call.participants().local?.permissions.canReceive.base === false;
    change({ isIn: call.meetingState() === 'joined-meeting', people, hasBeenJoined, isHeld });
  };
  let isOver = false;
  // After a call has ended the library may also report that it was left; the first report counts.
  const endOnce = (over: LeaveReason) => {
    if (!isOver) onOver(over);
    isOver = true;
  };
  call
    .on('joined-meeting', update)
    .on('participant-joined', update)
    .on('participant-updated', update)
    .on('participant-left', update)
    .on('track-started', update)
    .on('track-stopped', update)
    .on('camera-error', (event) => change({ trouble: deviceProblemOf(event) }))
    .on('network-connection', ({ event }) => change({ isLineCut: event === 'interrupted' }))
    .on('network-quality-change', ({ networkState }) => change({ signal: connectionSignalOf(networkState) }))
    .on('nonfatal-error', ({ type }) => {
      if (type === 'video-processor-error')
        change({ background: { ...get().background, chosen: 'none', hasFailed: true } });
    })
    .on('app-message', ({ data, fromId }) => {
      const { kind, text } = (data ?? {}) as { kind?: unknown; text?: unknown };
      const from = call.participants()[fromId]?.user_name ?? '';
      if (kind === 'chat' && typeof text === 'string')
        addChatLine(shown, { from, text: text.slice(0, TEXT_MAX), isOwn: false });
    })
    .on('left-meeting', () => endOnce({ why: 'left' }))
    .on('error', (event) =>
      isJoinRefused(event) ? change({ access: 'refused' }) : endOnce(readFailure(event)),
    );
  followDevices(call, shown);
  followLobby(call, shown);
}

function deviceProblemOf({ error, errorMsg: { audioOk } }: DailyEventObjectCameraError): Meeting['trouble'] {
  const isMissing = error.type === 'not-found' || error.type === 'undefined-mediadevices';
  // A missing microphone comes first, because a call works without a camera.
  const kind = audioOk === false ? 'microphone' : 'camera';
  return isMissing ? `no-${kind}` : kind;
}

function followDevices(call: DailyCall, { get, change, asked }: MeetingView): void {
  const update = async () => {
    const devices = await readDevices(call);
    const replaced = findReplacedDevice(get().devices, devices, asked);
    change({ devices, ...(replaced && { replaced }) });
    if (!replaced) return;
    setTimeout(() => get().replaced === replaced && change({ replaced: null }), SAID_MS);
  };
  const quietly = () => void update().catch(() => undefined);
  call
    .on('joined-meeting', quietly)
    .on('available-devices-updated', quietly)
    .on('selected-devices-updated', quietly);
}

function followLobby(call: DailyCall, shown: MeetingView): void {
  const { get, change } = shown;
  const update = () => {
    const waiting = Object.values(call.waitingParticipants());
    change({ waiting: waiting.map(({ id, name }) => ({ id, name })) });
  };
  let hasAsked = false;
  let wasCut = false;
  call
    .on('waiting-participant-added', update)
    .on('waiting-participant-updated', update)
    .on('waiting-participant-removed', update)
    .on('access-state-updated', ({ access }) => {
      if (typeof access === 'string') return;
      if (access.level === 'full') return change({ access: 'full' });
      if (!hasAsked) void ask(call, shown);
      hasAsked = true;
    })
    .on('network-connection', ({ event }) => {
      // After a new connection a guest in the lobby has to ask again.
      if (event === 'connected' && wasCut && get().access === 'waiting') void ask(call, shown);
      wasCut = event === 'interrupted';
    });
}

/** Asks to be let in; the answer arrives by events. */
async function ask(call: DailyCall, { change }: MeetingView): Promise<void> {
  change({ access: 'waiting' });
  const name = call.participants().local.user_name;
  const isLetIn = await call.requestAccess({ name }).then(
    ({ granted }) => granted,
    () => false,
  );
  change({ access: isLetIn ? 'full' : 'refused' });
}
