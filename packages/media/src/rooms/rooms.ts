import { DisconnectReason, type WebhookEvent } from '@livekit/protocol';
import { Participant, type ParticipantIdentity, type ParticipantEvents } from './participant.ts';
import { Room, type RoomEvents, type RoomOptions } from './room.ts';
import type { NetworkOptions } from '../rtp/werift.ts';
import { announcesHiding } from './visibility.ts';
import { Session, type SessionOptions } from '../signalling.ts';
import type { Log } from '../log.ts';
import type { DataChannelLabel } from './data.ts';

const ROOM_DEFAULTS: RoomOptions = {
  maxParticipants: 8,
  emptyTimeout: 300,
  departureTimeout: 20,
  metadata: '',
};

/** How long a disconnected participant may take to reconnect; media continues meanwhile. */
const RETURN_WITHIN_MS = 30_000;

type Deps = {
  network: NetworkOptions;
  /** STUN and TURN servers for a participant's client, with credentials for this participant. */
  iceServersFor: (participant: Participant) => ReturnType<SessionOptions['iceServers']>;
  publicAddress: string | undefined;
  newToken: (identity: ParticipantIdentity, room: string) => Promise<string>;
  report: (event: Partial<WebhookEvent> & { event: string }) => void;
  /** Called when a track can be recorded from now on. */
  onTrack: RoomEvents['onTrack'];
  onFinished: (room: Room) => void;
  log: Log;
};

type Membership = { session: Session; absence: NodeJS.Timeout | undefined };

/** All rooms of this process, and joining them. */
export function createRooms(deps: Deps) {
  const rooms = new Map<string, Room>();
  const memberships = new WeakMap<Participant, Membership>();

  const events: RoomEvents = {
    onParticipant(event, who, room) {
      // The server has to know when a supervisor's page is gone, and tells nobody.
      if (!who.identity.permission.hidden || !announcesHiding(who.identity)) {
        deps.report({ event, room: room.info(), participant: who.info() });
      }
    },
    onTrack(event, track, who, room) {
      const { hidden } = who.identity.permission;
      if (!hidden) deps.report({ event, room: room.info(), participant: who.info(), track: track.info });
      if (!hidden || event === 'track_unpublished') deps.onTrack(event, track, who, room);
    },
    onFlood({ identity: { identity } }, room) {
      deps.log.warn({ room: room.name, participant: identity }, 'messages come in a flood and are dropped');
    },
    onFinished(room) {
      rooms.delete(room.name);
      deps.onFinished(room);
      deps.report({ event: 'room_finished', room: room.info() });
    },
  };

  function ensure(name: string, options: Partial<RoomOptions> = {}): Room {
    const known = rooms.get(name);
    if (known) return known;
    const room = new Room(name, { ...ROOM_DEFAULTS, ...options }, events);
    rooms.set(name, room);
    deps.report({ event: 'room_started', room: room.info() });
    return room;
  }

  function enter(roomName: string, identity: ParticipantIdentity, autoSubscribe: boolean): Session {
    const room = ensure(roomName);
    const before = room.participants.get(identity.identity);
    if (before) room.remove(before, DisconnectReason.DUPLICATE_IDENTITY);
    const hooks: { session?: Session; participant?: Participant } = {};
    const participant = new Participant(identity, deps.network, handlersOf(room, hooks));
    participant.autoSubscribe = autoSubscribe;
    const session = new Session({
      room,
      participant,
      iceServers: () => deps.iceServersFor(participant),
      publicAddress: deps.publicAddress,
      newToken: async () => deps.newToken(participant.identity, roomName),
      log: deps.log,
    });
    hooks.session = session;
    hooks.participant = participant;
    memberships.set(participant, { session, absence: undefined });
    room.join(participant);
    return session;
  }

  function handlersOf(
    room: Room,
    hooks: { session?: Session; participant?: Participant },
  ): ParticipantEvents {
    const self = () => hooks.participant;
    return {
      onCandidate: (target, candidate) => hooks.session?.candidate(target, candidate),
      onOffer: (sdp, id) => hooks.session?.offer(sdp, id),
      onTrackBound: (track) => {
        const owner = self();
        if (owner) room.publish(track, owner);
      },
      onTrackEnded: (track) => {
        const owner = self();
        if (owner) room.unpublish(track, owner);
      },
      onStreamPaused: (track, isPaused) => hooks.session?.paused(track, isPaused),
      onLimit: (track, bitsPerSecond) => {
        // The call gets no worse for the line of somebody whom nobody sees.
        if (!self()?.identity.permission.hidden)
          room.participants.get(track.publisherIdentity)?.publisher.limit(bitsPerSecond);
      },
      onData: (label, bytes) => {
        const sender = self();
        if (sender && isChannel(label)) room.data(sender, label, bytes);
      },
      onState: (target, state) => hooks.session?.state(target, state),
      onFailure: (error) => {
        deps.log.warn({ err: error, room: room.name }, 'a participant has to come in anew');
        hooks.session?.client.leave(DisconnectReason.STATE_MISMATCH, true);
      },
    };
  }

  return {
    get: (name: string) => rooms.get(name),
    all: () => [...rooms.values()],
    ensure,
    enter,

    /** The session of a participant whose client reconnects; undefined where it was removed meanwhile. */
    returning(roomName: string, identity: string, sid: string): Session | undefined {
      const participant = rooms.get(roomName)?.participants.get(identity);
      if (!participant || (sid !== '' && participant.sid !== sid)) return undefined;
      const membership = memberships.get(participant);
      clearTimeout(membership?.absence);
      return membership?.session;
    },

    /** Call when a client disconnects: its participant leaves unless it reconnects in time. */
    wentAway(roomName: string, identity: string): void {
      const room = rooms.get(roomName);
      const participant = room?.participants.get(identity);
      if (!room || !participant || room.isAttached(participant)) return;
      const membership = memberships.get(participant);
      if (!membership) return;
      clearTimeout(membership.absence);
      membership.absence = setTimeout(() => {
        if (!room.isAttached(participant)) room.leave(participant, DisconnectReason.CONNECTION_TIMEOUT);
      }, RETURN_WITHIN_MS);
    },

    /** Call when somebody has been hidden or shown: what is said to some only is not recorded. */
    hidOrShowed(who: Participant, room: Room): void {
      const event = who.identity.permission.hidden ? 'track_unpublished' : 'track_published';
      for (const track of who.tracks.values())
        if (track.mid !== undefined) deps.onTrack(event, track, who, room);
    },

    /** Ends one track by order of the server, and tells its owner's client. */
    endTrack(participant: Participant, sid: string): void {
      const track = participant.tracks.get(sid);
      if (!track) return;
      memberships.get(participant)?.session.unpublished(track);
      participant.unpublish(track);
    },

    /** Sends a client a token with its current permissions. */
    renewToken(participant: Participant): void {
      void memberships.get(participant)?.session.sendToken();
    },

    close(): void {
      for (const room of [...rooms.values()]) room.close(DisconnectReason.SERVER_SHUTDOWN);
    },
  };
}

export type Rooms = ReturnType<typeof createRooms>;

function isChannel(label: string): label is DataChannelLabel {
  return label === '_reliable' || label === '_lossy';
}
