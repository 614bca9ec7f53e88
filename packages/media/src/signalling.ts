import {
  ConnectionQualityUpdate,
  DisconnectReason,
  JoinResponse,
  LeaveRequest,
  LeaveRequest_Action,
  MuteTrackRequest,
  ParticipantInfo_State,
  ParticipantUpdate,
  ReconnectResponse,
  RoomUpdate,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  SpeakersChanged,
  StreamState,
  StreamStateInfo,
  StreamStateUpdate,
  TrackUnpublishedResponse,
  TrickleRequest,
  type ICEServer,
} from '@livekit/protocol';
import type { WebSocket } from 'ws';
import type { Log } from './log.ts';
import type { Participant, ParticipantEvents, ConnectionTarget } from './rooms/participant.ts';
import type { PublishedTrack } from './tracks/published-track.ts';
import type { Client, Room } from './rooms/room.ts';
import { handleRequest, pongFor, type MediaRequest } from './api/requests.ts';
import { serverInfo } from './api/server-info.ts';

type Message = SignalResponse['message'];

export type SessionOptions = {
  room: Room;
  participant: Participant;
  /** Called each time they are sent, because their credentials expire. */
  iceServers: () => ICEServer[];
  /** A token for reconnecting later, since the one that was used to join will have expired by then. */
  newToken: () => Promise<string>;
  publicAddress: string | undefined;
  log: Log;
};

const PING_INTERVAL_S = 5;
const PING_TIMEOUT_S = 15;
const TOKEN_EVERY_MS = 5 * 60_000;

/**
 * A participant's signalling: LiveKit's client protocol, one message after the other. A participant outlives its web socket:
 * when the client reconnects in time, the session resumes with the new one.
 */
export class Session {
  #socket: WebSocket | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #options: SessionOptions;
  #tokenTimer: NodeJS.Timeout | undefined;
  readonly client: Client;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.client = {
      update: (participants) => this.#send('update', new ParticipantUpdate({ participants })),
      speakers: (speakers) => this.#send('speakersChanged', new SpeakersChanged({ speakers })),
      quality: (updates) => this.#send('connectionQuality', new ConnectionQualityUpdate({ updates })),
      room: (room) => this.#send('roomUpdate', new RoomUpdate({ room })),
      mute: (sid, muted) => this.#send('mute', new MuteTrackRequest({ sid, muted })),
      leave: (reason, canReturn) => this.#sendLeave(reason, canReturn),
    };
  }

  /** Starts the session of a client that has joined, and sends the state of the room. */
  start(socket: WebSocket): void {
    const { room, participant, iceServers } = this.#options;
    this.#attach(socket);
    this.#send(
      'join',
      new JoinResponse({
        room: room.infoFor(participant),
        participant: participant.info(),
        otherParticipants: room
          .participantsKnownTo(participant)
          .flatMap((other) => (other === participant ? [] : [other.info()])),
        serverVersion: serverInfo.version,
        serverInfo,
        subscriberPrimary: false,
        iceServers: iceServers(),
        pingInterval: PING_INTERVAL_S,
        pingTimeout: PING_TIMEOUT_S,
        enabledPublishCodecs: [{ mime: 'video/VP8' }, { mime: 'audio/opus' }],
      }),
    );
    participant.subscriber.channel('_reliable');
    participant.subscriber.channel('_lossy');
    participant.negotiate();
  }

  /** Resumes the session of a client that reconnected: sends what it missed, and restarts ICE. */
  resume(socket: WebSocket): void {
    const { room, participant, iceServers } = this.#options;
    this.#socket?.close();
    this.#attach(socket);
    const { lastMessageSeq } = participant;
    this.#send('reconnect', new ReconnectResponse({ iceServers: iceServers(), serverInfo, lastMessageSeq }));
    this.client.update(room.participantsKnownTo(participant).map((other) => other.info()));
    this.client.room(room.infoFor(participant));
    participant.negotiate({ isRestart: true });
  }

  candidate: ParticipantEvents['onCandidate'] = (target, candidate) => {
    const { publicAddress } = this.#options;
    const own = candidate.candidate ?? '';
    const translated = publicAddress ? [own.replace(/^((?:\S+ ){4})(\S+)/, `$1${publicAddress}`)] : [];
    for (const each of [...translated, own]) {
      this.#send(
        'trickle',
        new TrickleRequest({
          candidateInit: JSON.stringify({ ...candidate, candidate: each }),
          target: target === 'publisher' ? SignalTarget.PUBLISHER : SignalTarget.SUBSCRIBER,
        }),
      );
    }
  };

  offer(sdp: string, id: number): void {
    this.#send('offer', new SessionDescription({ type: 'offer', sdp, id }));
  }

  paused(track: PublishedTrack, isPaused: boolean): void {
    const state = isPaused ? StreamState.PAUSED : StreamState.ACTIVE;
    const info = new StreamStateInfo({ participantSid: track.publisherSid, trackSid: track.info.sid, state });
    this.#send('streamStateUpdate', new StreamStateUpdate({ streamStates: [info] }));
  }

  /** Tells the client that one of its tracks was ended from here. */
  unpublished(track: PublishedTrack): void {
    this.#send('trackUnpublished', new TrackUnpublishedResponse({ trackSid: track.info.sid }));
  }

  state(target: ConnectionTarget, state: string): void {
    const { participant, room } = this.#options;
    if (target !== 'publisher' || state !== 'connected') return;
    if (participant.state === ParticipantInfo_State.ACTIVE) return;
    participant.state = ParticipantInfo_State.ACTIVE;
    room.announce(participant);
  }

  async sendToken(): Promise<void> {
    this.#send('refreshToken', await this.#options.newToken());
  }

  #attach(socket: WebSocket): void {
    const { room, participant, log } = this.#options;
    this.#socket = socket;
    clearInterval(this.#tokenTimer);
    room.attach(participant, this.client);
    const alive = setTimeout(() => socket.terminate(), PING_TIMEOUT_S * 1000);
    this.#tokenTimer = setInterval(() => void this.sendToken(), TOKEN_EVERY_MS);
    void this.sendToken();
    socket.on('message', (bytes: Buffer) => {
      alive.refresh();
      const request = this.#read(bytes);
      if (!request) return;
      const pong = pongFor(request);
      if (pong) return this.#reply(pong);
      this.#queue = this.#queue
        .then(() => this.#handle(request))
        .catch((error: unknown) => {
          log.warn(
            { participant: participant.identity.identity, err: error },
            'a request could not be carried out',
          );
          this.#sendLeave(DisconnectReason.STATE_MISMATCH, true);
        });
    });
    socket.on('close', () => {
      clearTimeout(alive);
      if (this.#socket !== socket) return;
      clearInterval(this.#tokenTimer);
      this.#socket = undefined;
      room.detach(participant, this.client);
    });
    socket.on('error', () => socket.terminate());
  }

  #read(bytes: Buffer): MediaRequest | undefined {
    try {
      return SignalRequest.fromBinary(bytes).message;
    } catch {
      this.#socket?.close(1003, 'This is not a message of the protocol.');
      return undefined;
    }
  }

  async #handle(request: MediaRequest): Promise<void> {
    const { room, participant } = this.#options;
    const reply = await handleRequest(request, { room, participant });
    if (reply) this.#reply(reply);
  }

  #reply(message: Message): void {
    this.#socket?.send(new SignalResponse({ message }).toBinary());
  }

  #sendLeave(reason: DisconnectReason, canReturn: boolean): void {
    const action = canReturn ? LeaveRequest_Action.RECONNECT : LeaveRequest_Action.DISCONNECT;
    this.#send('leave', new LeaveRequest({ reason, action, canReconnect: canReturn }));
    this.#socket?.close();
  }

  #send<Case extends NonNullable<Message['case']>>(
    name: Case,
    value: Extract<Message, { case: Case }>['value'],
  ): void {
    if (this.#socket?.readyState !== 1) return;
    const message = { case: name, value } as Message;
    this.#socket.send(new SignalResponse({ message }).toBinary());
  }
}
