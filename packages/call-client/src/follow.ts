import type { DailyCall, DailyEventObjectCameraError } from '@daily-co/daily-js';
import { readDevices, replacedIn, type DeviceKind } from './devices.ts';
import { isRefusal, readFailure, type Over } from './failure.ts';
import type { ChatLine, Meeting } from './meeting.ts';
import { signalOf, toPeople, type Person } from './person.ts';

/** The meeting as it stands, and the ways to change what is shown of it; all of them do nothing once it is over. */
export type Shown = {
  get: () => Meeting;
  change: (part: Partial<Meeting>) => void;
  /** The device that was asked for last: what else comes in its place was not asked for. */
  asked: Partial<Record<DeviceKind, string>>;
};

const LINES_KEPT = 200;
const TEXT_MAX = 2000;
/** So long it is said that a device was replaced. */
const SAID_MS = 10_000;

let lines = 0;

/** A telephone is somebody's who is there, or one's own. */
const isThere = ({ isLocal, role }: Person): boolean => !isLocal && role !== 'phone';

export function addLine({ get, change }: Shown, line: Omit<ChatLine, 'id'>): void {
  lines += 1;
  change({ chat: [...get().chat, { id: lines, ...line }].slice(-LINES_KEPT) });
}

/** Keeps what is shown as the library says that the call stands. */
export function follow(call: DailyCall, shown: Shown, onOver: (over: Over) => void): void {
  const { get, change } = shown;
  const look = () => {
    const people = Object.values(call.participants()).flatMap(toPeople);
    const hasBeenJoined = get().hasBeenJoined || people.some(isThere);
    const isHeld = call.participants().local?.permissions.canReceive.base === false;
    change({ isIn: call.meetingState() === 'joined-meeting', people, hasBeenJoined, isHeld });
  };
  let isOver = false;
  // A call that ended may be left afterwards: what came first says why.
  const tell = (over: Over) => {
    if (!isOver) onOver(over);
    isOver = true;
  };
  call
    .on('joined-meeting', look)
    .on('participant-joined', look)
    .on('participant-updated', look)
    .on('participant-left', look)
    .on('track-started', look)
    .on('track-stopped', look)
    .on('camera-error', (event) => change({ trouble: troubleOf(event) }))
    .on('network-connection', ({ event }) => change({ isLineCut: event === 'interrupted' }))
    .on('network-quality-change', ({ networkState }) => change({ signal: signalOf(networkState) }))
    .on('nonfatal-error', ({ type }) => {
      if (type === 'video-processor-error')
        change({ background: { ...get().background, chosen: 'none', hasFailed: true } });
    })
    .on('app-message', ({ data, fromId }) => {
      const { kind, text } = (data ?? {}) as { kind?: unknown; text?: unknown };
      const from = call.participants()[fromId]?.user_name ?? '';
      if (kind === 'chat' && typeof text === 'string')
        addLine(shown, { from, text: text.slice(0, TEXT_MAX), isOwn: false });
    })
    .on('left-meeting', () => tell({ why: 'left' }))
    .on('error', (event) => (isRefusal(event) ? change({ access: 'refused' }) : tell(readFailure(event))));
  followDevices(call, shown);
  followLobby(call, shown);
}

function troubleOf({ error, errorMsg: { audioOk } }: DailyEventObjectCameraError): Meeting['trouble'] {
  const isMissing = error.type === 'not-found' || error.type === 'undefined-mediadevices';
  // Without a voice there is no call, without a picture there is.
  const kind = audioOk === false ? 'microphone' : 'camera';
  return isMissing ? `no-${kind}` : kind;
}

function followDevices(call: DailyCall, { get, change, asked }: Shown): void {
  const look = async () => {
    const devices = await readDevices(call);
    const replaced = replacedIn(get().devices, devices, asked);
    change({ devices, ...(replaced && { replaced }) });
    if (!replaced) return;
    setTimeout(() => get().replaced === replaced && change({ replaced: null }), SAID_MS);
  };
  const quietly = () => void look().catch(() => undefined);
  call
    .on('joined-meeting', quietly)
    .on('available-devices-updated', quietly)
    .on('selected-devices-updated', quietly);
}

function followLobby(call: DailyCall, shown: Shown): void {
  const { get, change } = shown;
  const look = () => {
    const waiting = Object.values(call.waitingParticipants());
    change({ waiting: waiting.map(({ id, name }) => ({ id, name })) });
  };
  let hasAsked = false;
  let wasCut = false;
  call
    .on('waiting-participant-added', look)
    .on('waiting-participant-updated', look)
    .on('waiting-participant-removed', look)
    .on('access-state-updated', ({ access }) => {
      if (typeof access === 'string') return;
      if (access.level === 'full') return change({ access: 'full' });
      if (!hasAsked) void ask(call, shown);
      hasAsked = true;
    })
    .on('network-connection', ({ event }) => {
      // Whoever came in anew has to say anew that they wait.
      if (event === 'connected' && wasCut && get().access === 'waiting') void ask(call, shown);
      wasCut = event === 'interrupted';
    });
}

/** Asks whoever is inside to be let in; how they answer shows. */
async function ask(call: DailyCall, { change }: Shown): Promise<void> {
  change({ access: 'waiting' });
  const name = call.participants().local.user_name;
  const isLetIn = await call.requestAccess({ name }).then(
    ({ granted }) => granted,
    () => false,
  );
  change({ access: isLetIn ? 'full' : 'refused' });
}
