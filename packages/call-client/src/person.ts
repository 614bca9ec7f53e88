import type { DailyParticipant } from '@daily-co/daily-js';

/** How well somebody's line bears the call. */
export type Signal = 'good' | 'weak' | 'bad';

/** Somebody in the call, as screens show them. */
export type Person = {
  id: string;
  /** As the server knows them. `id` is another one for each time they come. */
  identity: string;
  name: string;
  isLocal: boolean;
  /** `phone`: whoever is at a telephone that somebody's page has brought in. */
  role: 'agent' | 'customer' | 'guest' | 'phone';
  isMuted: boolean;
  hasCamera: boolean;
  signal: Signal;
  picture: MediaStreamTrack | undefined;
  /** What they show of their screen. */
  screen: MediaStreamTrack | undefined;
  sound: MediaStreamTrack | undefined;
};

const SIGNALS = { good: 'good', warning: 'weak', bad: 'bad', unknown: 'good' } as const;

/** @param state the library's word for a line */
export const signalOf = (state: keyof typeof SIGNALS | undefined): Signal => SIGNALS[state ?? 'unknown'];

/** A track of this name is the voice of a telephone; what follows is who is there. */
const PHONE = 'phone:';
/** The library takes no longer ones. */
const TRACK_NAME_MAX = 50;

export const phoneTrackName = (name: string): string => `${PHONE}${name}`.slice(0, TRACK_NAME_MAX);

/** Somebody in the call, and whom they have brought in by telephone. */
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
      isMuted: false,
      hasCamera: false,
      signal: owner.signal,
      picture: undefined,
      screen: undefined,
      // Whose telephone it is hears it there.
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
  // Who is on hold sends nothing, but has not muted anything.
  const isHeld = participant.permissions.canSend === false;
  const picture = playable(participant, 'video');
  return {
    id,
    identity,
    name,
    isLocal: local,
    role: roleOf(identity),
    isMuted: !isHeld && (audio.state === 'off' || audio.state === 'blocked'),
    hasCamera: tracks.video.state !== 'off' && tracks.video.state !== 'blocked',
    signal: signalOf(state),
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

/** The server names people so (its `modules/rooms/roles.ts`); who came without a name of ours knocked, as guests do. */
function roleOf(identity: string): Person['role'] {
  if (identity.startsWith('user-')) return 'agent';
  return /^(visitor|guest)-/.test(identity) ? 'customer' : 'guest';
}

/** Of everybody else the customer; while they are not there, whoever is. */
export function customerIn(people: readonly Person[]): Person | undefined {
  const others = people.filter(({ isLocal }) => !isLocal);
  return others.find(({ role }) => role === 'customer') ?? others[0];
}
