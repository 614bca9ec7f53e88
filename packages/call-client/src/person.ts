import type { DailyParticipant } from '@daily-co/daily-js';

/** The quality of somebody's connection. */
export type ConnectionSignal = 'good' | 'weak' | 'bad';

/** A participant, as screens show them. */
export type Person = {
  id: string;
  /** The identity at the server; `id` differs for each join. */
  identity: string;
  name: string;
  isLocal: boolean;
  /** `phone`: somebody on the telephone, brought in by an agent's page. `supervisor`: has joined, or whispers. */
  role: 'agent' | 'customer' | 'guest' | 'phone' | 'supervisor';
  /** A supervisor whom only our people hear. */
  isWhispering: boolean;
  isMuted: boolean;
  hasCamera: boolean;
  signal: ConnectionSignal;
  picture: MediaStreamTrack | undefined;
  /** The shared screen. */
  screen: MediaStreamTrack | undefined;
  sound: MediaStreamTrack | undefined;
};

const SIGNALS = { good: 'good', warning: 'weak', bad: 'bad', unknown: 'good' } as const;

/** @param state the library's state of a connection */
export const connectionSignalOf = (state: keyof typeof SIGNALS | undefined): ConnectionSignal =>
  SIGNALS[state ?? 'unknown'];

/** Prefix of a custom track with a telephone's audio; the person's name follows. */
const PHONE = 'phone:';
/** The longest track name that the library accepts. */
const TRACK_NAME_MAX = 50;

export const phoneTrackName = (name: string): string => `${PHONE}${name}`.slice(0, TRACK_NAME_MAX);

/** Returns a participant, and whoever they have brought in by telephone. */
export function toPeople(participant: DailyParticipant): Person[] {
  const { local, tracks } = participant;
  const owner = toPerson(participant);
  const phones = Object.entries(tracks).filter(([name]) => name.startsWith(PHONE));
  return [
    owner,
    ...phones.map(([name, track]): Person => ({
      id: `${owner.id}/${name}`,
      identity: owner.identity,
      name: name.slice(PHONE.length),
      isLocal: false,
      role: 'phone',
      isWhispering: false,
      isMuted: false,
      hasCamera: false,
      signal: owner.signal,
      picture: undefined,
      screen: undefined,
      // Not for the page that brought the telephone in, which plays it already.
      sound: !local && track?.state === 'playable' ? track.persistentTrack : undefined,
    })),
  ];
}

function toPerson(participant: DailyParticipant): Person {
  const {
    session_id: id,
    user_id: identity,
    user_name: name,
    local,
    networkQualityState: state,
    tracks,
  } = participant;
  const { audio } = tracks;
  // Somebody on hold sends nothing, but has not muted anything.
  const isHeld = participant.permissions.canSend === false;
  const picture = playable(participant, 'video');
  return {
    id,
    identity,
    name,
    isLocal: local,
    role: roleOf(identity),
    isWhispering: isWhispering(participant),
    isMuted: !isHeld && (audio.state === 'off' || audio.state === 'blocked'),
    hasCamera: tracks.video.state !== 'off' && tracks.video.state !== 'blocked',
    signal: connectionSignalOf(state),
    picture,
    screen: playable(participant, 'screenVideo'),
    sound: local ? undefined : playable(participant, 'audio'),
  };
}

function playable(
  { tracks }: DailyParticipant,
  kind: 'audio' | 'video' | 'screenVideo',
): MediaStreamTrack | undefined {
  return tracks[kind].state === 'playable' ? tracks[kind].persistentTrack : undefined;
}

/** Only the server writes a supervisor's data. */
function isWhispering({ user_id: identity, userData }: DailyParticipant): boolean {
  const data: unknown = userData;
  const isData = typeof data === 'object' && data !== null;
  return roleOf(identity) === 'supervisor' && isData && Reflect.get(data, 'escort') === 'whisper';
}

/** Returns the role from the identity's prefix, which the server sets (`calls/lifecycle/roles.ts`); others knocked as guests. */
function roleOf(identity: string): Person['role'] {
  if (identity.startsWith('user-')) return 'agent';
  if (identity.startsWith('supervisor-')) return 'supervisor';
  return /^(visitor|guest)-/.test(identity) ? 'customer' : 'guest';
}

/** Whether somebody is another side of the call: a telephone belongs to the page that brought it in, and supervisors attend it. */
export const isOtherSide = ({ isLocal, role }: Pick<Person, 'isLocal' | 'role'>): boolean =>
  !isLocal && role !== 'phone' && role !== 'supervisor';

/** Returns the customer among the other participants, or anybody else while they are not there. */
export function findCustomer(people: readonly Person[]): Person | undefined {
  const others = people.filter(({ isLocal, role }) => !isLocal && role !== 'supervisor');
  return others.find(({ role }) => role === 'customer') ?? others[0];
}
