import {
  ParticipantInfo,
  ParticipantInfo_State,
  TrackInfo,
  TrackType,
  type AddTrackRequest,
  type DisconnectReason,
  type ParticipantPermission,
  type SubscriptionPermission,
} from '@livekit/protocol';
import { Downlink } from '../tracks/downlink.ts';
import { newSid } from '../ids.ts';
import { Negotiation } from '../negotiation.ts';
import { mayPublish } from './permissions.ts';
import { PublishedTrack } from '../tracks/published-track.ts';
import type { RTCDataChannel, RTCIceCandidateInit } from 'werift';
import type { SenderTime } from '../rtp/inbound-stream.ts';
import { PublisherConnection, type MediaPacket } from '../rtp/publisher-connection.ts';
import type { SdpSection } from '../rtp/sdp.ts';
import { SubscriberConnection } from '../rtp/subscriber-connection.ts';
import type { NetworkOptions } from '../rtp/werift.ts';
import { Subscription } from '../tracks/subscription.ts';

export type ParticipantIdentity = {
  identity: string;
  name: string;
  metadata: string;
  attributes: Record<string, string>;
  permission: ParticipantPermission;
};

export type ConnectionTarget = 'publisher' | 'subscriber';

/** Callbacks of a participant to its client and room. */
export type ParticipantEvents = {
  onCandidate: (target: ConnectionTarget, candidate: RTCIceCandidateInit) => void;
  onOffer: (sdp: string, id: number) => void;
  onTrackBound: (track: PublishedTrack) => void;
  onTrackEnded: (track: PublishedTrack) => void;
  onStreamPaused: (track: PublishedTrack, isPaused: boolean) => void;
  onLimit: (track: PublishedTrack, bitsPerSecond: number) => void;
  onData: (label: string, bytes: Buffer) => void;
  onState: (target: ConnectionTarget, state: string) => void;
  /** The connections have failed; the client has to join again. */
  onFailure: (error: unknown) => void;
};

const TRACKS_MAX = 16;
const ADJUST_MS = 500;

/** One participant of a room: their tracks, their subscriptions, and the two connections that carry them. */
export class Participant {
  readonly sid = newSid('PA');
  readonly joinedAt = Date.now();
  readonly tracks = new Map<string, PublishedTrack>();
  readonly subscriptions = new Map<PublishedTrack, Subscription>();
  readonly publisher: PublisherConnection;
  readonly subscriber: SubscriberConnection;
  /** Who may subscribe to this participant's tracks; everybody by default. */
  audience: SubscriptionPermission | undefined;
  /** Whether tracks are subscribed automatically; explicit subscriptions by track sid. */
  autoSubscribe = true;
  readonly choices = new Map<string, boolean>();
  state = ParticipantInfo_State.JOINED;
  reason: DisconnectReason | undefined;
  /** Sequence number of the last reliable message received; after a reconnect the client resends later ones. */
  lastMessageSeq = 0;
  identity: ParticipantIdentity;
  #version = 0;
  #events: ParticipantEvents;
  #negotiation: Negotiation;
  #downlink: Downlink;
  #timer;
  #unbound: MediaPacket[] = [];
  #byMid = new Map<string, PublishedTrack>();

  constructor(identity: ParticipantIdentity, network: NetworkOptions, events: ParticipantEvents) {
    this.identity = identity;
    this.#events = events;
    this.publisher = new PublisherConnection(network, {
      onPacket: (packet) => this.#onPacket(packet),
      onSenderTime: (mid, rid, time) => this.#onSenderTime(mid, rid, time),
      onwardLoss: (mid) => this.#byMid.get(mid)?.onwardLoss() ?? 0,
      onCandidate: (candidate) => events.onCandidate('publisher', candidate),
      onState: (state) => events.onState('publisher', state),
      onDataChannel: (channel) => this.#onDataChannel(channel),
    });
    this.subscriber = new SubscriberConnection(network, {
      onCandidate: (candidate) => events.onCandidate('subscriber', candidate),
      onState: (state) => this.#onSubscriberState(state),
      onPictureLost: (outlet) => {
        for (const each of this.subscriptions.values()) if (each.outlet === outlet) each.requestKeyFrame();
      },
      onEstimate: () => this.#downlink.adjust(performance.now()),
    });
    this.#negotiation = new Negotiation(this.subscriber, events.onOffer, events.onFailure);
    this.#downlink = new Downlink(this.subscriber.estimate, {
      subscriptions: () => this.subscriptions.values(),
      onPaused: ({ track, isPaused }) => events.onStreamPaused(track, isPaused),
      limitSender: ({ track }, bitsPerSecond) => events.onLimit(track, bitsPerSecond),
    });
    this.#timer = setInterval(() => this.#downlink.adjust(performance.now()), ADJUST_MS);
  }

  info(): ParticipantInfo {
    this.#version += 1;
    const { identity, name, metadata, attributes, permission } = this.identity;
    return new ParticipantInfo({
      sid: this.sid,
      identity,
      name,
      metadata,
      attributes,
      permission,
      state: this.state,
      version: this.#version,
      joinedAt: BigInt(Math.floor(this.joinedAt / 1000)),
      joinedAtMs: BigInt(this.joinedAt),
      tracks: [...this.tracks.values()].map(({ info }) => info),
      isPublisher: this.tracks.size > 0,
      ...(this.reason !== undefined && { disconnectReason: this.reason }),
    });
  }

  /** Announces a track that the next offer will contain; undefined when the participant may not send it. */
  announce(request: AddTrackRequest): PublishedTrack | undefined {
    if (!mayPublish(this.identity.permission, request.source) || this.tracks.size >= TRACKS_MAX)
      return undefined;
    if (request.type === TrackType.DATA) return undefined;
    const isVideo = request.type === TrackType.VIDEO;
    const info = new TrackInfo({
      sid: newSid('TR'),
      type: request.type,
      name: request.name.slice(0, 100),
      muted: request.muted,
      width: request.width,
      height: request.height,
      source: request.source,
      layers: request.layers.slice(0, 3),
      simulcast: request.layers.length > 1,
      mimeType: isVideo ? 'video/VP8' : 'audio/opus',
      stream: request.stream,
      disableDtx: request.disableDtx,
      disableRed: true,
      encryption: request.encryption,
    });
    const owner = { sid: this.sid, identity: this.identity.identity };
    const ask = (mid: string, rid: string) => this.publisher.requestKeyFrame(mid, rid);
    const track = new PublishedTrack(info, request.cid, owner, ask);
    this.tracks.set(info.sid, track);
    return track;
  }

  /** Answers the client's offer, binds the tracks that it contains and ends those that it no longer sends. */
  async answer(sdp: string): Promise<string> {
    const { sdp: answer, sections } = await this.publisher.answer(sdp);
    for (const section of sections) this.#bind(section, sections);
    return answer;
  }

  unpublish(track: PublishedTrack): void {
    if (!this.tracks.delete(track.info.sid)) return;
    if (track.mid !== undefined) this.#byMid.delete(track.mid);
    this.#events.onTrackEnded(track);
    track.close();
  }

  subscribe(track: PublishedTrack): void {
    if (this.subscriptions.has(track)) return;
    const { kind, publisherSid, info } = track;
    const outlet = this.subscriber.open(kind, `${publisherSid}|${info.sid}`, info.sid);
    const subscription = new Subscription(track, outlet, this.subscriber);
    this.subscriptions.set(track, subscription);
    track.receivers.add(subscription);
    this.negotiate();
  }

  unsubscribe(track: PublishedTrack): void {
    const subscription = this.subscriptions.get(track);
    if (!subscription) return;
    this.subscriptions.delete(track);
    track.receivers.delete(subscription);
    subscription.choose(undefined);
    this.subscriber.release(subscription.outlet);
    this.negotiate();
  }

  negotiate(options: { isRestart?: boolean } = {}): void {
    this.#negotiation.request(options.isRestart ?? false);
  }

  async acceptAnswer(sdp: string, id: number): Promise<void> {
    await this.#negotiation.answered(sdp, id);
    this.#downlink.adjust(performance.now());
  }

  /** Connections are closed in the background, because an unresponsive peer can delay it. */
  close(): void {
    clearInterval(this.#timer);
    this.#negotiation.stop();
    for (const track of [...this.subscriptions.keys()]) {
      const subscription = this.subscriptions.get(track);
      if (subscription) track.receivers.delete(subscription);
    }
    this.subscriptions.clear();
    for (const track of this.tracks.values()) track.close();
    void Promise.allSettled([this.publisher.close(), this.subscriber.close()]);
  }

  /**
   * The announced track that belongs to a section. Browsers rename a track that was sent before in their description, and
   * Safari renames all of them: then it is the first of its kind whose name no section has.
   */
  #announcedTrackOf(
    { trackId, kind }: SdpSection,
    sections: readonly SdpSection[],
  ): PublishedTrack | undefined {
    const waiting = [...this.tracks.values()].filter(({ mid }) => mid === undefined);
    const isNamed = ({ cid }: PublishedTrack) =>
      sections.some(
        (section) => section.isSending && section.trackId === cid && !this.#byMid.has(section.mid),
      );
    return (
      waiting.find(({ cid }) => cid === trackId) ??
      waiting.find((track) => track.kind === kind && !isNamed(track))
    );
  }

  #bind(section: SdpSection, sections: readonly SdpSection[]): void {
    const { mid, rids, isSending } = section;
    const bound = this.#byMid.get(mid);
    if (bound && !isSending) return this.unpublish(bound);
    if (bound || !isSending) return;
    const track = this.#announcedTrackOf(section, sections);
    if (!track) return;
    track.bind(mid, rids);
    this.#byMid.set(mid, track);
    this.#events.onTrackBound(track);
    const early = this.#unbound.filter((packet) => packet.mid === mid);
    this.#unbound = [];
    for (const packet of early) this.#onPacket(packet);
  }

  #onPacket(packet: MediaPacket): void {
    const track = this.#byMid.get(packet.mid);
    if (track) track.deliver(packet, performance.now());
    else if (this.#unbound.length < 64) this.#unbound.push(packet);
  }

  #onSenderTime(mid: string, rid: string, time: SenderTime): void {
    this.#byMid.get(mid)?.senderTime(rid, time);
  }

  #onSubscriberState(state: string): void {
    this.#events.onState('subscriber', state);
    if (state !== 'connected') return;
    this.#downlink.adjust(performance.now());
    for (const subscription of this.subscriptions.values()) subscription.requestKeyFrame();
  }

  #onDataChannel(channel: RTCDataChannel): void {
    channel.onMessage.subscribe((message) => {
      this.#events.onData(channel.label, typeof message === 'string' ? Buffer.from(message) : message);
    });
  }
}
