import { AudioLevels } from './audio-levels/audio-levels.ts';
import { CustomTracks } from './custom-tracks/custom-tracks.ts';
import type { CaptureKind } from './devices/camera-error.ts';
import { DeviceRequests } from './devices/device-requests.ts';
import { LocalMedia } from './devices/local-media.ts';
import { openMedia } from './devices/open-media.ts';
import { InputSettings } from './input-settings/input-settings.ts';
import { readSettings, type CallSettings } from './join/call-settings.ts';
import { roomInfo } from './join/room-info.ts';
import { Session } from './join/session.ts';
import { Messages } from './messages/messages.ts';
import { Network } from './network/network.ts';
import { notAvailable } from './not-available.ts';
import type { EnginePage } from './page.ts';
import { ParticipantList } from './participants/participant-list.ts';
import { Lobby } from './permissions/lobby.ts';
import { Moderation } from './permissions/moderation.ts';
import { maySend, permissionsOf, type Sendable } from './permissions/permissions.ts';
import { Recording } from './recording/recording.ts';
import { ReceiveSettings } from './receive-settings/receive-settings.ts';
import { ScreenShare } from './screen-share/screen-share.ts';
import { encodingsFor } from './send-settings/encodings.ts';
import { SendSettings } from './send-settings/send-settings.ts';
import { emptyState, setLocalTrack, type EngineState } from './state.ts';
import { StalledPictures } from './tracks/stalled-pictures.ts';
import { Subscriptions } from './tracks/subscriptions.ts';
import type { RoomPerson, Transport, TransportEvents } from './transport/transport.ts';
import type { Handlers, LibraryRequest, Wire } from './wire.ts';

/** The engine of one call instance: passes each message to its capability, and facts from one capability to another. */
export class Engine {
  state: EngineState = emptyState();
  #wire: Wire;
  #page: EnginePage;
  #transport: Transport;
  #media: LocalMedia;
  #subscriptions = new Subscriptions();
  #participantList: ParticipantList;
  #session: Session;
  #devices: DeviceRequests;
  #screen: ScreenShare;
  #custom: CustomTracks;
  #messages: Messages;
  #lobby: Lobby;
  #moderation: Moderation;
  #recording: Recording;
  #receive: ReceiveSettings;
  #send: SendSettings;
  #inputs: InputSettings;
  #levels: AudioLevels;
  #network: Network;
  #stalled: StalledPictures;
  #handlers: Handlers;

  constructor(wire: Wire, page: EnginePage) {
    this.#wire = wire;
    this.#page = page;
    const { devices, shared } = page;
    const state = () => this.state;
    const roomAccess = () => this.#session.roomAccess;
    const isInitialised = () => this.#session.isInitialised;
    const onChange = () => this.#participantList.scheduleUpdate();
    const transport = page.createTransport(this.#transportEvents());
    this.#transport = transport;
    this.#inputs = new InputSettings({
      wire,
      shared,
      isInitialised,
      processors: page.processors,
      change: (kind, input) => this.#media.change(kind, input),
      reprocess: (kind) => this.#media.reprocess(kind),
    });
    const media = this.#createMedia();
    this.#media = media;
    const onChosen = (kind: CaptureKind, chosen: MediaTrackConstraints) => this.#inputs.chosen(kind, chosen);
    this.#devices = new DeviceRequests({ wire, media, devices, shared, isInitialised, onChosen });
    this.#screen = new ScreenShare({
      wire,
      devices,
      transport,
      state,
      onChange,
      sharedStream: () => shared().screenMediaStream,
      maySend: () => this.#maySend('screenVideo'),
    });
    this.#custom = new CustomTracks({
      transport,
      state,
      onChange,
      sharedTrack: () => shared().customTrack,
      maySend: (kind) => this.#maySend(kind === 'audio' ? 'customAudio' : 'customVideo'),
    });
    const describe: Session['describe'] = (self) => this.#session.describe(self);
    this.#messages = new Messages({ wire, transport, roomAccess, describe, onChange });
    this.#lobby = this.#createLobby();
    this.#moderation = this.#createModeration();
    this.#recording = new Recording({
      wire,
      transport,
      roomAccess,
      sessionIdOf: (identity) => this.#sessionIdOf(identity),
    });
    this.#receive = new ReceiveSettings({ wire, transport, heights: page.heights });
    this.#send = new SendSettings({ wire, apply: (key) => this.#updateEncoding(key) });
    this.#levels = new AudioLevels({ wire, transport, microphone: () => this.#media.audio.track });
    this.#stalled = new StalledPictures({ transport });
    this.#network = new Network({ wire, transport, roomName: () => this.#session.entry?.room_name ?? '' });
    this.#participantList = this.#createParticipantList();
    this.#session = this.#createSession();
    this.#handlers = this.#collect();
  }

  /** Names of the messages that this engine handles. */
  get actions(): string[] {
    return Object.keys(this.#handlers);
  }

  /** Handles one message. The caller always gets an answer, also after an error. */
  async handle(request: LibraryRequest): Promise<void> {
    const handler = this.#handlers[request.action];
    if (!handler) return notAvailable(this.#wire, request);
    try {
      const answer = await handler(request);
      this.#wire.answer(request, (answer ?? {}) as Record<string, unknown>);
    } catch (error) {
      this.#wire.answer(request, { error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Called when the library starts over without loading this script again. */
  reset(): void {
    this.#session.reset();
  }

  #collect(): Handlers {
    const capabilities = [
      this.#session,
      this.#devices,
      this.#screen,
      this.#custom,
      this.#messages,
      this.#lobby,
      this.#moderation,
      this.#recording,
      this.#receive,
      this.#send,
      this.#inputs,
      this.#levels,
      this.#network,
    ];
    return Object.assign(
      {},
      roomInfo(this.#session, this.#wire.post),
      ...capabilities.map((each) => each.handlers),
      {
        'daily-method-subscribe-to-tracks-automatically': ({ enabled }: LibraryRequest) => {
          this.#subscriptions.setAutomatic(Boolean(enabled));
          this.#participantList.scheduleUpdate();
        },
      },
    ) as Handlers;
  }

  #transportEvents(): TransportEvents {
    return {
      onChange: () => this.#participantList.scheduleUpdate(),
      onData: (bytes, from, topic) => this.#messages.receive(bytes, from, topic),
      onSpeakers: (ids) => this.#levels.speakers(ids),
      onLine: (what, event) => this.#session.lineChanged(what, event),
      onMutedFromAfar: (key) => {
        if (key === 'audio' || key === 'video') void this.#media.switch(key, false, { isRemote: true });
        else if (key === 'screenVideo') this.#screen.stop();
      },
      onRoomData: () => this.#messages.reportData(),
      onClosed: (why) => this.#session.closed(why),
    };
  }

  #createMedia(): LocalMedia {
    return new LocalMedia(this.#page.devices, {
      onTrack: (kind, track, isMuted) => this.#sendLocal(kind, track, isMuted),
      onChange: () => this.#participantList.scheduleUpdate(),
      onError: (error, { audio: audioOk, video: videoOk }) =>
        this.#wire.post({
          action: 'camera-error',
          errorMsg: { errorMsg: error.msg, audioOk, videoOk },
          error,
        }),
      onDevices: () => void this.#devices.reportDevices(),
      process: this.#inputs.process,
    });
  }

  #sendLocal(kind: CaptureKind, track: MediaStreamTrack | undefined, isMuted: boolean): void {
    setLocalTrack(this.state, 'cam', kind, track);
    const encodings = kind === 'video' ? encodingsFor('video', this.#send.of('video')) : undefined;
    const sending = track && { kind, track, isMuted, ...(encodings && { encodings }) };
    // Success shows in the room's state, and after a lost connection the track is sent again by itself.
    void this.#transport.send(kind, sending).catch(() => undefined);
  }

  #updateEncoding(key: string): void {
    const { track } = this.#media.video;
    if (key === 'video' && track) this.#sendLocal('video', track, !this.#media.video.isWanted);
    if (key === 'screenVideo') this.#screen.shape(this.#send.of(key));
  }

  #createLobby(): Lobby {
    return new Lobby({
      wire: this.#wire,
      roomAccess: () => this.#session.roomAccess,
      identityOf: (id) => this.#identityOf(id),
      onAsked: (name) => this.#session.asked(name),
      onRefused: () => this.#session.rejected(),
    });
  }

  #createModeration(): Moderation {
    return new Moderation({
      roomAccess: () => this.#session.roomAccess,
      others: () => this.#transport.others(),
      selfId: () => this.#session.identity().id,
      identityOf: (id) => this.#identityOf(id),
      switchOwn: (kind, isOn) => void this.#media.switch(kind, isOn),
      stopOwnScreen: () => this.#screen.stop(),
      wish: (id, wish) => {
        this.#subscriptions.requestTracks(id, wish);
        this.#participantList.scheduleUpdate();
      },
    });
  }

  #identityOf(id: string): string {
    const { entry } = this.#session;
    if (entry?.session_id === id) return entry.identity;
    return this.#transport.others().find((person) => person.id === id)?.identity ?? id;
  }

  #sessionIdOf(identity: string): string {
    const { entry } = this.#session;
    if (entry?.identity === identity) return entry.session_id;
    return this.#transport.others().find((person) => person.identity === identity)?.id ?? identity;
  }

  #createParticipantList(): ParticipantList {
    return new ParticipantList({
      wire: this.#wire,
      state: () => this.state,
      transport: this.#transport,
      subscriptions: this.#subscriptions,
      localTracks: () => ({ ...this.#media.states(), ...this.#screen.states(), ...this.#custom.states() }),
      identity: () => this.#session.identity(),
      onUpdated: (self, others) => this.#looked(self, others),
    });
  }

  #looked(self: RoomPerson | undefined, others: RoomPerson[]): void {
    this.#session.looked(self, this.#permitOwn(self));
    this.#lobby.looked(self, others);
    this.#recording.looked(self);
    this.#receive.apply();
    if (self && !this.#maySend('screenVideo')) this.#screen.stop();
  }

  async #permitOwn(self: RoomPerson | undefined): Promise<void> {
    if (!self) return;
    const permit = (kind: CaptureKind) => this.#media.permit(kind, this.#maySend(kind));
    await Promise.all([permit('audio'), permit('video')]);
  }

  #maySend(what: Sendable): boolean {
    const self = this.#transport.self();
    return !self || maySend(permissionsOf(self), what);
  }

  #createSession(): Session {
    return new Session({
      wire: this.#wire,
      transport: this.#transport,
      participantList: this.#participantList,
      fetch: this.#page.fetch,
      newId: this.#page.newId,
      read: (request) => readSettings(request, this.#page.shared()),
      onSettings: (settings) => this.#configure(settings),
      openMedia: (settings, entry) => openMedia(this.#media, settings, entry),
      devices: () => this.#devices.infos(),
      onJoined: (settings) => this.#joined(settings),
      onEnd: () => this.#end(),
    });
  }

  #configure({ inputs, inputSettings, isSubscribing, speakerId, sendSettings }: CallSettings): void {
    this.#media.configure('audio', inputs.audio);
    this.#media.configure('video', inputs.video);
    this.#inputs.begin(inputSettings);
    this.#subscriptions.reset(isSubscribing);
    this.#devices.setSpeaker(speakerId);
    if (sendSettings) this.#send.update(sendSettings);
  }

  #joined({ receiveSettings, levels }: CallSettings): void {
    this.#messages.reportData(true);
    if (receiveSettings) this.#receive.update(receiveSettings as never);
    if (levels.local) this.#levels.startLocal(levels.local.interval);
    if (levels.remote) this.#levels.startRemote(levels.remote.interval);
    this.#network.start();
    this.#stalled.start();
    this.#receive.start();
  }

  #end(): void {
    this.#screen.release();
    this.#media.release();
    this.#inputs.reset();
    this.#subscriptions.reset(true);
    this.#devices.reset();
    this.#messages.reset();
    this.#lobby.reset();
    this.#recording.reset();
    this.#receive.reset();
    this.#send.reset();
    this.#levels.stop();
    this.#network.stop();
    this.#stalled.stop();
    this.state = emptyState();
  }
}
