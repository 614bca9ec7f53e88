import { mayReceive, permissionsOf } from '../permissions/permissions.ts';
import type { EngineState } from '../state.ts';
import type { Subscriptions } from '../tracks/subscriptions.ts';
import { remoteTrackState } from '../tracks/track-state.ts';
import { CAM_AND_SCREEN, type RoomPerson, type RemoteTrack, type Transport } from '../transport/transport.ts';
import type { Wire } from '../wire.ts';
import {
  participantOf,
  describeParticipant,
  isWaiting,
  type LocalIdentity,
  type Participant,
  type Tracks,
} from './participant.ts';

type KnownParticipant = { participant: Participant; print: string; person: RoomPerson };

type Deps = {
  wire: Wire;
  state: () => EngineState;
  transport: Pick<Transport, 'self' | 'others' | 'subscribe' | 'isRecorded'>;
  subscriptions: Subscriptions;
  localTracks: () => Tracks;
  identity: () => LocalIdentity;
  /** Called after every update, for parts that depend on who is in the room. */
  onUpdated: (self: RoomPerson | undefined, others: RoomPerson[]) => void;
};

/** How long after a reconnection missing participants are not reported as left, because each returns at a different time. */
const COMES_BACK_WITHIN_MS = 8000;

/**
 * Tracks which participants the library knows. After any change it compares the room's state with what was last
 * reported and sends the differences, so that events may come twice, late or out of order.
 */
export class ParticipantList {
  #deps: Deps;
  #known = new Map<string, KnownParticipant>();
  #local = '';
  #isLive = false;
  #isDue = false;
  #missing = new Map<string, ReturnType<typeof setTimeout>>();
  #graceUntil = 0;
  #watched = new WeakSet<MediaStreamTrack>();
  #played = new WeakSet<MediaStreamTrack>();
  #started = new WeakMap<MediaStreamTrack, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  reset(): void {
    for (const timer of this.#missing.values()) clearTimeout(timer);
    this.#missing.clear();
    this.#known.clear();
    this.#local = '';
    this.#isLive = false;
    this.#graceUntil = 0;
  }

  /** Returns the local participant, which answers the join, and reports everybody who is in already. From then on changes are reported. */
  open(): { local: Participant } {
    this.#isLive = true;
    const local = this.#describeLocal();
    this.#local = this.#fingerprint(local, []);
    this.#known.clear();
    for (const known of this.#readParticipants()) this.#postChange(known, new Map());
    return { local };
  }

  /** After a new or restored connection missing participants may still be returning. */
  expectReturns(): void {
    this.#graceUntil = Date.now() + COMES_BACK_WITHIN_MS;
  }

  /** Schedules an update; several changes in a row cause one. */
  scheduleUpdate(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.updateNow();
    });
  }

  updateNow(): void {
    this.#postLocal();
    if (!this.#isLive) return;
    const before = new Map(this.#known);
    for (const known of this.#readParticipants()) this.#postChange(known, before);
    for (const [id, { participant }] of before)
      if (!this.#isHere(id)) this.#removeAfterGrace(id, participant);
    this.#deps.onUpdated(this.#deps.transport.self(), this.#deps.transport.others());
  }

  count(): number {
    return this.#known.size + 1;
  }

  #postChange(known: KnownParticipant, before: Map<string, KnownParticipant>): void {
    const id = known.participant.session_id;
    clearTimeout(this.#missing.get(id));
    this.#missing.delete(id);
    const old = before.get(id);
    if (old?.print === known.print) return;
    const action = old ? 'participant-updated' : 'participant-joined';
    this.#deps.wire.post({ action, participant: known.participant });
    if (!old) this.#postCount();
  }

  #postCount(): void {
    const participantCounts = { present: this.count(), hidden: 0 };
    this.#deps.wire.post({ action: 'participant-counts-updated', participantCounts });
  }

  #removeAfterGrace(id: string, participant: Participant): void {
    const waitMs = this.#isHidden(id) ? 0 : this.#graceUntil - Date.now();
    if (waitMs > 0) {
      if (!this.#missing.has(id))
        this.#missing.set(
          id,
          setTimeout(() => this.#removeParticipant(id, participant), waitMs),
        );
      return;
    }
    this.#removeParticipant(id, participant);
  }

  #removeParticipant(id: string, participant: Participant): void {
    this.#missing.delete(id);
    if (!this.#known.delete(id)) return;
    this.#deps.subscriptions.forget(id);
    // The count goes first, so that it is correct for programs that read it in the event.
    this.#postCount();
    const reason = this.#isHidden(id) ? { reason: 'hidden' } : {};
    this.#deps.wire.post({ action: 'participant-left', participant, ...reason });
  }

  #isHere(id: string): boolean {
    return this.#deps.transport.others().some((person) => person.id === id && isShown(person));
  }

  #isHidden(id: string): boolean {
    return this.#deps.transport.others().some((person) => person.id === id && isHidden(person));
  }

  #postLocal(): void {
    const local = this.#describeLocal();
    const print = this.#fingerprint(local, []);
    if (print === this.#local) return;
    this.#local = print;
    this.#deps.wire.post({ action: 'participant-updated', participant: local });
  }

  #describeLocal(): Participant {
    const { transport, localTracks, identity } = this.#deps;
    const self = this.#isLive ? transport.self() : undefined;
    if (!self) return participantOf(identity(), localTracks(), true);
    const known = describeParticipant(self, localTracks(), true);
    // The participant's latest own data counts until the server has confirmed it.
    const userData = known.userData ?? identity().userData;
    return { ...known, ...(userData !== undefined && { userData }), record: transport.isRecorded() };
  }

  /** Reads all participants, stores the state that the library will read, and remembers what was reported. */
  #readParticipants(): KnownParticipant[] {
    const { transport, state, subscriptions } = this.#deps;
    const self = transport.self();
    if (!self || isWaiting(self)) return [];
    const present = transport.others().filter(isShown);
    const streams: EngineState['streams'] = {};
    const all = present.map((person) => {
      const tracks = this.#tracksOf(person, streams);
      const participant = describeParticipant(person, tracks, false);
      const known = { participant, person, print: this.#fingerprint(participant, person.tracks) };
      this.#known.set(person.id, known);
      return known;
    });
    state().streams = streams;
    const ids = present.map(({ id }) => id);
    state().local.public.subscribedTracks = subscriptions.forLibrary(ids);
    return all;
  }

  #tracksOf(person: RoomPerson, streams: EngineState['streams']): Tracks {
    const keys = new Set<string>([...CAM_AND_SCREEN, ...person.tracks.map(({ key }) => key)]);
    return Object.fromEntries(
      [...keys].map((key) => {
        const remote = person.tracks.find((track) => track.key === key);
        if (remote) this.#keep(person.id, remote, streams);
        return [key, this.#stateOf(person, key, remote)];
      }),
    );
  }

  #stateOf(person: RoomPerson, key: string, remote: RemoteTrack | undefined) {
    const { subscriptions, transport } = this.#deps;
    const self = transport.self();
    // A track that will never arrive is reported as not subscribed, instead of loading for ever.
    const isKept = remote && self && !mayReceive(permissionsOf(self), person, remote);
    const subscribed = isKept ? false : subscriptions.of(person.id, key);
    if (remote) transport.subscribe(person.id, key, subscribed === true);
    const hasPlayed = remote?.track ? this.#played.has(remote.track) : false;
    const isCustom = !(CAM_AND_SCREEN as readonly string[]).includes(key);
    return {
      ...remoteTrackState(remote, subscribed, hasPlayed),
      ...(isCustom && remote && { kind: remote.kind }),
    };
  }

  #keep(id: string, { sid, key, track }: RemoteTrack, streams: EngineState['streams']): void {
    if (!track) return;
    if (!this.#watched.has(track)) this.#watch(track);
    const starttime = this.#started.get(track) ?? 0;
    streams[sid] = { participantId: id, type: streamOf(key), pendingTrack: track, starttime };
  }

  #watch(track: MediaStreamTrack): void {
    this.#watched.add(track);
    this.#started.set(track, Date.now());
    if (!track.muted) this.#played.add(track);
    track.addEventListener('unmute', () => {
      this.#played.add(track);
      this.scheduleUpdate();
    });
    track.addEventListener('mute', () => this.scheduleUpdate());
    track.addEventListener('ended', () => this.scheduleUpdate());
  }

  /**
   * Returns a text that changes whenever the participant must be reported again; includes the track ids, which the
   * library reads beside the message.
   */
  #fingerprint(participant: Participant, tracks: RemoteTrack[]): string {
    const { local } = this.#deps.state();
    const own = participant.local
      ? [
          ...local.streams.cam.stream.getTracks(),
          ...local.streams.screen.stream.getTracks(),
          ...Object.values(local.public.customTracks).map(({ track }) => track),
        ]
      : tracks.flatMap(({ track }) => track ?? []);
    const ids = own.map(({ id }) => id).join();
    return (
      ids + JSON.stringify(participant, (_key, value: unknown) => (value instanceof Set ? [...value] : value))
    );
  }
}

/** Whether the participant is hidden, so that others see them as not present. */
const isHidden = (person: RoomPerson): boolean => !permissionsOf(person).hasPresence;
const isShown = (person: RoomPerson): boolean => !isWaiting(person) && !isHidden(person);

function streamOf(key: string): string {
  if (key === 'audio' || key === 'video') return 'cam';
  return key === 'screenAudio' || key === 'screenVideo' ? 'screen' : key;
}
