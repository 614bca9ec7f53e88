import { setInterval as every } from 'node:timers';
import {
  ConnectionQuality,
  ConnectionQualityInfo,
  type DataPacket,
  DisconnectReason,
  ParticipantInfo_State,
  Room as RoomInfo,
  type ParticipantInfo,
  type SpeakerInfo,
} from '@livekit/protocol';
import { acceptPacket, deliverPacket, isAddressedTo, type DataChannelLabel } from './data.ts';
import { newSid } from '../ids.ts';
import type { Participant } from './participant.ts';
import type { PublishedTrack } from '../tracks/published-track.ts';
import { qualityOf } from '../tracks/quality.ts';
import { mayReceiveTrack } from '../tracks/receive-rules.ts';
import { Speakers } from './speakers.ts';
import { announcesHiding, isShownTo } from './visibility.ts';
import { isWaiting, mayRead } from './waiting.ts';

export type RoomOptions = {
  maxParticipants: number;
  /** Seconds after which a room closes that nobody has joined. */
  emptyTimeout: number;
  /** Seconds after which it closes when the last participant has left. */
  departureTimeout: number;
  metadata: string;
};

/** Sends to a participant's client; missing while it is disconnected. */
export type Client = {
  update: (participants: ParticipantInfo[]) => void;
  speakers: (changed: SpeakerInfo[]) => void;
  quality: (updates: ConnectionQualityInfo[]) => void;
  room: (room: RoomInfo) => void;
  mute: (trackSid: string, isMuted: boolean) => void;
  leave: (reason: DisconnectReason, canReturn: boolean) => void;
};

export type RoomEvents = {
  onParticipant: (kind: 'participant_joined' | 'participant_left', who: Participant, room: Room) => void;
  onTrack: (
    kind: 'track_published' | 'track_unpublished',
    track: PublishedTrack,
    who: Participant,
    room: Room,
  ) => void;
  onFinished: (room: Room) => void;
  /** A participant floods the room with messages; called once per flood. */
  onFlood: (who: Participant, room: Room) => void;
};

const QUALITY_MS = 3000;

/** One room: its participants, and what each of them is told about the others. */
export class Room {
  readonly sid = newSid('RM');
  readonly name: string;
  readonly createdAt = Date.now();
  readonly participants = new Map<string, Participant>();
  options: RoomOptions;
  isRecorded = false;
  #clients = new Map<Participant, Client>();
  /** Participants who have not been told of the others yet, because they waited in the lobby. */
  #outside = new WeakSet<Participant>();
  #events: RoomEvents;
  #speakers: Speakers;
  #closing: NodeJS.Timeout | undefined;
  #qualityTimer;

  constructor(name: string, options: RoomOptions, events: RoomEvents) {
    this.name = name;
    this.options = options;
    this.#events = events;
    this.#speakers = new Speakers(
      () => this.participants.values(),
      (changed) =>
        this.#sendAboutParticipants(
          changed,
          ({ sid }) => sid,
          (client, part) => client.speakers(part),
        ),
    );
    this.#qualityTimer = every(() => this.#sendQuality(), QUALITY_MS);
    this.#closeAfter(options.emptyTimeout);
  }

  info(): RoomInfo {
    return new RoomInfo({
      sid: this.sid,
      name: this.name,
      emptyTimeout: this.options.emptyTimeout,
      departureTimeout: this.options.departureTimeout,
      maxParticipants: this.options.maxParticipants,
      creationTime: BigInt(Math.floor(this.createdAt / 1000)),
      creationTimeMs: BigInt(this.createdAt),
      metadata: this.options.metadata,
      numParticipants: this.visible().length,
      numPublishers: this.visible().filter(({ tracks }) => tracks.size > 0).length,
      activeRecording: this.isRecorded,
    });
  }

  visible(): Participant[] {
    return [...this.participants.values()].filter(({ identity }) => !identity.permission.hidden);
  }

  /** The state of the room as a participant may see it. */
  infoFor({ identity }: Participant): RoomInfo {
    const info = this.info();
    if (!isWaiting(identity)) return info;
    const { sid, name, maxParticipants, creationTime, creationTimeMs } = info;
    return new RoomInfo({ sid, name, maxParticipants, creationTime, creationTimeMs });
  }

  /** The participants that somebody may see, themselves included; in the lobby only themselves. */
  participantsKnownTo(participant: Participant): Participant[] {
    return [...this.participants.values()].filter((other) => this.#mayKnow(participant, other));
  }

  #mayKnow(participant: Participant, other: Participant): boolean {
    return participant === other || isShownTo(other.identity, participant.identity);
  }

  get isFull(): boolean {
    return this.options.maxParticipants > 0 && this.visible().length >= this.options.maxParticipants;
  }

  join(participant: Participant): void {
    clearTimeout(this.#closing);
    this.participants.set(participant.identity.identity, participant);
    if (isWaiting(participant.identity)) this.#outside.add(participant);
    this.#speakers.start();
    for (const other of this.participants.values()) {
      if (other === participant) continue;
      for (const track of other.tracks.values())
        if (track.mid !== undefined) this.#offerTo(participant, track, other);
    }
    this.announce(participant);
    this.#events.onParticipant('participant_joined', participant, this);
  }

  attach(participant: Participant, client: Client): void {
    this.#clients.set(participant, client);
  }

  detach(participant: Participant, client: Client): void {
    if (this.#clients.get(participant) !== client) return;
    this.#clients.delete(participant);
    const lost = new ConnectionQualityInfo({
      participantSid: participant.sid,
      quality: ConnectionQuality.LOST,
    });
    this.#sendAboutParticipants(
      [lost],
      ({ participantSid }) => participantSid,
      (other, part) => other.quality(part),
    );
  }

  isAttached(participant: Participant): boolean {
    return this.#clients.has(participant);
  }

  /** Sends a participant's state to everybody who may know of them. */
  announce(participant: Participant): void {
    const info = participant.info();
    for (const [other, client] of this.#clients) if (this.#mayKnow(other, participant)) client.update([info]);
    if (!isWaiting(participant.identity) && this.#outside.delete(participant)) this.#welcome(participant);
  }

  /** Changes a participant. Those who may not know of them any more are told that they have left, but not how they changed. */
  change(participant: Participant, apply: () => void): void {
    const knowing = [...this.#clients].filter(([other]) => this.#mayKnow(other, participant));
    const wasKnown = !participant.identity.permission.hidden;
    apply();
    const losing = knowing.filter(([other]) => !this.#mayKnow(other, participant));
    if (losing.length === 0) return;
    const last = participant.info();
    if (wasKnown && announcesHiding(participant.identity))
      for (const [, client] of losing) client.update([last]);
    const gone = participant.info();
    gone.state = ParticipantInfo_State.DISCONNECTED;
    if (!announcesHiding(participant.identity)) gone.attributes = {};
    for (const [, client] of losing) client.update([gone]);
  }

  /** Sends the state of the room to a participant who was admitted from the lobby. */
  #welcome(participant: Participant): void {
    const client = this.#clients.get(participant);
    const others = this.participantsKnownTo(participant).filter((other) => other !== participant);
    client?.update(others.map((other) => other.info()));
    client?.room(this.info());
  }

  leave(participant: Participant, reason: DisconnectReason): void {
    const { identity } = participant.identity;
    if (this.participants.get(identity) !== participant) return;
    this.participants.delete(identity);
    this.#clients.delete(participant);
    participant.state = ParticipantInfo_State.DISCONNECTED;
    participant.reason = reason;
    for (const track of participant.tracks.values()) this.withdraw(track);
    this.announce(participant);
    this.#events.onParticipant('participant_left', participant, this);
    if (this.participants.size === 0) {
      this.#speakers.stop();
      this.#closeAfter(this.options.departureTimeout);
    }
    participant.close();
  }

  /** Removes a participant, with the reason that their client shows. */
  remove(participant: Participant, reason: DisconnectReason): void {
    this.#clients.get(participant)?.leave(reason, false);
    this.leave(participant, reason);
  }

  close(reason: DisconnectReason): void {
    clearTimeout(this.#closing);
    clearInterval(this.#qualityTimer);
    this.#speakers.stop();
    for (const participant of [...this.participants.values()]) this.remove(participant, reason);
    clearTimeout(this.#closing);
    this.#events.onFinished(this);
  }

  publish(track: PublishedTrack, owner: Participant): void {
    for (const other of this.participants.values()) if (other !== owner) this.#offerTo(other, track, owner);
    this.announce(owner);
    this.#events.onTrack('track_published', track, owner, this);
  }

  unpublish(track: PublishedTrack, owner: Participant): void {
    this.withdraw(track);
    this.announce(owner);
    this.#events.onTrack('track_unpublished', track, owner, this);
  }

  withdraw(track: PublishedTrack): void {
    for (const other of this.participants.values()) other.unsubscribe(track);
  }

  /** Updates subscriptions after permissions or requests have changed. */
  updateSubscriptions(owner: Participant): void {
    for (const other of this.participants.values()) {
      if (other === owner) continue;
      for (const track of owner.tracks.values())
        if (track.mid !== undefined) this.#offerTo(other, track, owner);
      for (const track of other.tracks.values())
        if (track.mid !== undefined) this.#offerTo(owner, track, other);
    }
  }

  data(sender: Participant, channel: DataChannelLabel, bytes: Buffer): void {
    const packet = acceptPacket(sender, bytes, performance.now(), () => this.#events.onFlood(sender, this));
    if (!packet) return;
    if (channel === '_reliable') sender.lastMessageSeq = Math.max(sender.lastMessageSeq, packet.sequence);
    this.send(packet, channel, sender);
  }

  send(packet: DataPacket, channel: DataChannelLabel, sender?: Participant): void {
    const bytes = Buffer.from(packet.toBinary());
    for (const receiver of this.participants.values()) {
      if (receiver === sender || !mayRead(receiver.identity)) continue;
      if (isAddressedTo(packet, receiver)) deliverPacket(receiver, channel, bytes);
    }
  }

  /** Tells the owner of a track that it was muted by the server, and everybody else that it is muted. */
  muted(owner: Participant, { info }: PublishedTrack, isMuted: boolean): void {
    this.#clients.get(owner)?.mute(info.sid, isMuted);
    this.announce(owner);
  }

  sendRoomInfo(): void {
    const info = this.info();
    this.#sendToAll((client) => client.room(info));
  }

  #offerTo(receiver: Participant, track: PublishedTrack, owner: Participant): void {
    if (this.#mayReceive(receiver, track, owner)) receiver.subscribe(track);
    else receiver.unsubscribe(track);
  }

  #mayReceive(receiver: Participant, { info }: PublishedTrack, owner: Participant): boolean {
    const isWanted = receiver.choices.get(info.sid) ?? receiver.autoSubscribe;
    // A client cannot handle a track of a participant that it does not know.
    if (!isWanted || !isShownTo(owner.identity, receiver.identity)) return false;
    if (!mayReceiveTrack(receiver.identity, owner.identity, info)) return false;
    const { audience } = owner;
    if (!audience || audience.allParticipants) return true;
    return audience.trackPermissions.some(
      ({ participantSid, participantIdentity, allTracks, trackSids }) =>
        (participantSid === receiver.sid || participantIdentity === receiver.identity.identity) &&
        (allTracks || trackSids.includes(info.sid)),
    );
  }

  #sendQuality(): void {
    if (this.#clients.size < 1) return;
    const updates = [...this.#clients.keys()].map(qualityOf);
    this.#sendAboutParticipants(
      updates,
      ({ participantSid }) => participantSid,
      (client, part) => client.quality(part),
    );
  }

  /** Tells everybody what is about participants that they may know of. */
  #sendAboutParticipants<T>(
    all: readonly T[],
    sidOf: (one: T) => string,
    tell: (client: Client, part: T[]) => void,
  ): void {
    const bySid = new Map([...this.participants.values()].map((each) => [each.sid, each]));
    for (const [receiver, client] of this.#clients) {
      if (isWaiting(receiver.identity)) continue;
      const part = all.filter((one) => {
        const about = bySid.get(sidOf(one));
        return about === undefined || this.#mayKnow(receiver, about);
      });
      if (part.length > 0) tell(client, part);
    }
  }

  #sendToAll(tell: (client: Client) => void): void {
    for (const [participant, client] of this.#clients) if (!isWaiting(participant.identity)) tell(client);
  }

  #closeAfter(seconds: number): void {
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.close(DisconnectReason.ROOM_CLOSED), seconds * 1000);
  }
}
