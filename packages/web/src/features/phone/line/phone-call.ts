import type { RTCSession } from 'jssip/lib/RTCSession';
import { changeHold } from './change-hold.ts';
import { mixTrackInto, type MixedVoice } from './mixing.ts';
import type { PhoneDevices, PhoneLineFailure, LineCall } from './phone.ts';
import { countsOf, qualityOf, type VoiceQuality } from './quality.ts';

type Deps = {
  devices: () => PhoneDevices;
  onChange: () => void;
  onQuality: (quality: VoiceQuality) => void;
  onFault: (fault: PhoneLineFailure) => void;
  /** Whether the gateway can be told something: JsSIP ends a call whose request cannot be sent. */
  canSend: () => boolean;
  /** Called when audio no longer arrives, as after a change of the network. */
  onCut: () => void;
  onEnd: () => void;
};

/** Who is consulted by a call. */
export type ConsultedPerson = { number: string; name: string; isQueue: boolean };

const LOOK_EVERY_MS = 2000;
const BUSY = 486;
/** No STUN or TURN servers: on a company's own network the gateway names an address that can be reached directly. */
export const RTC_CONFIGURATION: RTCConfiguration = { iceServers: [] };

/** One call of the browser phone: tracks its state and carries out actions. */
export class LinePhoneCall {
  readonly session: RTCSession;
  readonly #deps: Deps;
  readonly #voice = new Audio();
  #looking: ReturnType<typeof setInterval> | undefined;
  #isOver = false;
  /** The microphone's own track, while a mix of it is sent. */
  #spoken: MediaStreamTrack | undefined;
  /** The track mixed in for the other side, with the function that ends it. */
  #besides: { track: MediaStreamTrack; end: () => Promise<void> } | undefined;
  #mixing: Promise<void> = Promise.resolve();
  #holding: Promise<boolean> = Promise.resolve(true);
  #now: LineCall;

  constructor(session: RTCSession, deps: Deps, consulted?: ConsultedPerson) {
    this.session = session;
    this.#deps = deps;
    this.#voice.autoplay = true;
    this.#now = {
      id: session.id,
      phase: (session.direction as string) === 'incoming' ? 'ringing' : 'dialling',
      ...partyOf(session),
      name: consulted?.name ?? '',
      isQueued: consulted?.isQueue ?? false,
      since: null,
      isMuted: false,
      isHeld: false,
      isHoldWanted: false,
      isHeldThere: false,
    };
    session.on('confirmed', () => this.#begin());
    session.on('getusermediafailed', () => deps.onFault('microphone'));
    session.on('ended', () => this.#over());
    session.on('failed', () => this.#over());
  }

  get call(): LineCall {
    return this.#now;
  }

  #set(change: Partial<LineCall>): void {
    this.#now = { ...this.#now, ...change };
    this.#deps.onChange();
  }

  #begin(): void {
    if (this.#now.since !== null) return;
    const tracks = this.session.connection.getReceivers().map(({ track }) => track);
    this.#voice.srcObject = new MediaStream(tracks);
    this.setSpeaker(this.#deps.devices().speaker);
    const look = watchQuality(this.session, this.#deps.onQuality);
    this.#looking = setInterval(() => void look(), LOOK_EVERY_MS);
    const { connection } = this.session;
    connection.addEventListener('iceconnectionstatechange', () => {
      if (connection.iceConnectionState === 'disconnected') this.#deps.onCut();
    });
    this.#set({ phase: 'talking', since: Date.now() });
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.mixIn(undefined);
    clearInterval(this.#looking);
    this.#voice.srcObject = null;
    this.#deps.onEnd();
  }

  /** Falls back to the default loudspeaker where the chosen one is gone. */
  setSpeaker(id: string): void {
    this.#voice.setSinkId?.(id).catch(() => this.#voice.setSinkId('').catch(() => undefined));
  }

  /** Whether the gateway drops the call with the connection over which it rings. */
  get isUnanswered(): boolean {
    return this.#now.phase === 'ringing' || this.#now.phase === 'answering';
  }

  /**
   * Sends the gateway our present address over a new connection, and renews the audio paths if they are interrupted. A call that
   * the gateway no longer has ends by that.
   */
  renew(): void {
    this.#holding = this.#holding.then((isDone) => {
      if (this.#isOver || this.#now.phase !== 'talking') return isDone;
      const isCut = ['disconnected', 'failed'].includes(this.session.connection.iceConnectionState);
      this.session.renegotiate(isCut ? { rtcOfferConstraints: { iceRestart: true } } : {});
      return isDone;
    });
  }

  answer(): void {
    if (this.#now.phase !== 'ringing') return;
    this.#set({ phase: 'answering' });
    this.session.answer({
      mediaConstraints: constraintsOf(this.#deps.devices()),
      pcConfig: RTC_CONFIGURATION,
    });
  }

  /** Rejects, cancels or hangs up, depending on the state of the call. */
  end(): void {
    if (this.#isOver) return;
    if (this.#now.phase === 'ringing') this.session.terminate({ status_code: BUSY });
    else this.session.terminate();
  }

  mute(isMuted: boolean): void {
    // While other audio is mixed in, only the microphone's own track is muted.
    if (isMuted && !this.#spoken) this.session.mute({ audio: true });
    else this.session.unmute({ audio: true });
    if (this.#spoken) this.#spoken.enabled = !isMuted;
    this.#set({ isMuted });
  }

  /** Notes that an agent of the consulted queue has answered, as the gateway reports. */
  reached(): void {
    if (this.#now.isQueued) this.#set({ isQueued: false });
  }

  /** Sets whether the other side has put the call on hold, as the gateway reports. */
  setHeldByOther(isHeldThere: boolean): void {
    if (this.#now.phase === 'talking') this.#set({ isHeldThere });
  }

  /** Mixes a track into what the other side hears; undefined removes it. */
  mixIn(track: MediaStreamTrack | undefined): Promise<void> {
    // One after the other, so that an older change cannot undo a newer one.
    this.#mixing = this.#mixing.then(() => this.#mixIn(track)).catch(() => undefined);
    return this.#mixing;
  }

  async #mixIn(track: MediaStreamTrack | undefined): Promise<void> {
    const before = this.#besides;
    this.#besides = undefined;
    await before?.end();
    const voice = track && !this.#isOver ? this.voice() : undefined;
    if (track && voice) this.#besides = { track, end: await mixTrackInto(voice, track) };
  }

  /** Resolves once the gateway has put the call on hold or resumed it; the other side hears music meanwhile. */
  hold(isHeld: boolean): Promise<boolean> {
    this.#set({ isHoldWanted: isHeld });
    // One after the other, because the gateway refuses a second request before it has answered the first.
    this.#holding = this.#holding.then(() => this.#holdNow(isHeld));
    return this.#holding;
  }

  async #holdNow(isHeld: boolean): Promise<boolean> {
    if (this.session.isOnHold().local === isHeld) return true;
    const isDone = this.#deps.canSend() && (await changeHold(this.session, isHeld));
    if (isDone) this.#set({ isHeld });
    // A later request may already want the opposite.
    else if (this.#now.isHoldWanted === isHeld) this.#set({ isHoldWanted: !isHeld });
    return isDone;
  }

  /** Sends the key as an RTP event (RFC 4733), which passes wherever audio passes. */
  press(key: string): void {
    this.session.sendDTMF(key, { transportType: 'RFC2833' as never });
  }

  /** Changes the microphone during the call. */
  async setMicrophone(id: string): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia(constraintsOf({ microphone: id }));
    const besides = this.#besides?.track;
    await this.mixIn(undefined);
    const [track] = stream.getAudioTracks();
    const [sender] = this.session.connection.getSenders();
    if (track) track.enabled = !this.#now.isMuted && !this.#now.isHeld;
    sender?.track?.stop();
    await sender?.replaceTrack(track ?? null);
    await this.mixIn(besides);
  }

  /** Returns the audio in both directions for mixing; undefined before the call is answered. */
  voice(): MixedVoice | undefined {
    const [sender] = this.session.connection.getSenders();
    const [receiver] = this.session.connection.getReceivers();
    if (!sender?.track || !receiver) return undefined;
    const spoken = sender.track;
    return {
      heard: receiver.track,
      spoken,
      send: async (track) => {
        await sender.replaceTrack(track);
        this.#spoken = track === spoken ? undefined : spoken;
        // A new track must keep the mute and hold states of the old one.
        this.mute(this.#now.isMuted);
        if (this.#now.isHeld) track.enabled = false;
      },
    };
  }

  /** Transfers the other side to a target. Resolves with whether the gateway has accepted it. */
  refer(target: string, replaces?: RTCSession): Promise<boolean> {
    if (!this.#deps.canSend()) return Promise.resolve(false);
    return new Promise((resolve) => {
      const eventHandlers = {
        accepted: () => resolve(true),
        // The target rings, so the transfer is done for us, whoever answers.
        progress: () => resolve(true),
        failed: () => resolve(false),
        requestFailed: () => resolve(false),
      };
      this.session.refer(target, { eventHandlers, ...(replaces && { replaces }) });
    });
  }
}

/** Returns the microphone request. `ideal`, because a microphone that is gone must not prevent answering. */
export const constraintsOf = ({ microphone }: Pick<PhoneDevices, 'microphone'>): MediaStreamConstraints => ({
  audio: microphone === '' ? true : { deviceId: { ideal: microphone } },
  video: false,
});

function watchQuality(session: RTCSession, onQuality: (quality: VoiceQuality) => void): () => Promise<void> {
  let before = countsOf([]);
  return async () => {
    const report = await session.connection.getStats().catch(() => undefined);
    if (!report) return;
    const entries: Record<string, unknown>[] = [];
    report.forEach((entry) => void entries.push(entry as Record<string, unknown>));
    const now = countsOf(entries);
    onQuality(qualityOf(before, now));
    before = now;
  };
}

/**
 * Returns the other party. For a call that was started from the screen the gateway shows the own number, with the
 * called party as the name.
 */
function partyOf({ remote_identity: remote, local_identity: local }: RTCSession) {
  const number = remote.uri.user ?? '';
  const isOwn = number !== '' && number === local.uri.user;
  return { isOwn, number: isOwn ? remote.display_name : number };
}
