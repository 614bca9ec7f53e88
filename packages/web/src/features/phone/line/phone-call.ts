import type { RTCSession } from 'jssip/lib/RTCSession';
import { addTo, type Voice } from './mixing.ts';
import type { Devices, Fault, PhoneCall } from './phone.ts';
import { countsOf, qualityOf, type Quality } from './quality.ts';

type Deps = {
  devices: () => Devices;
  onChange: () => void;
  onQuality: (quality: Quality) => void;
  onFault: (fault: Fault) => void;
  onEnd: () => void;
};

const LOOK_EVERY_MS = 2000;
const BUSY = 486;
/** On a company's own network there is nothing to ask a server for; the gateway says where it is. */
export const PATHS: RTCConfiguration = { iceServers: [] };

/** One call of the phone: follows what becomes of it, and does what is asked. */
export class Held {
  readonly session: RTCSession;
  readonly #deps: Deps;
  readonly #voice = new Audio();
  #looking: ReturnType<typeof setInterval> | undefined;
  #isOver = false;
  /** The own microphone, while something else goes out with it. */
  #spoken: MediaStreamTrack | undefined;
  /** What the other side hears besides it, and what ends that. */
  #besides: { track: MediaStreamTrack; end: () => Promise<void> } | undefined;
  #mixing: Promise<void> = Promise.resolve();
  #holding: Promise<boolean> = Promise.resolve(true);
  #now: PhoneCall;

  constructor(session: RTCSession, deps: Deps) {
    this.session = session;
    this.#deps = deps;
    this.#voice.autoplay = true;
    this.#now = {
      id: session.id,
      phase: (session.direction as string) === 'incoming' ? 'ringing' : 'dialling',
      ...partyOf(session),
      since: null,
      isMuted: false,
      isHeld: false,
      isHeldThere: false,
    };
    const turn = () => this.#set({ isHeld: session.isOnHold().local });
    session.on('confirmed', () => this.#begin());
    session.on('hold', turn);
    session.on('unhold', turn);
    session.on('getusermediafailed', () => deps.onFault('microphone'));
    session.on('ended', () => this.#over());
    session.on('failed', () => this.#over());
  }

  get call(): PhoneCall {
    return this.#now;
  }

  #set(change: Partial<PhoneCall>): void {
    this.#now = { ...this.#now, ...change };
    this.#deps.onChange();
  }

  #begin(): void {
    if (this.#now.since !== null) return;
    const tracks = this.session.connection.getReceivers().map(({ track }) => track);
    this.#voice.srcObject = new MediaStream(tracks);
    this.speakTo(this.#deps.devices().speaker);
    const look = lookAt(this.session, this.#deps.onQuality);
    this.#looking = setInterval(() => void look(), LOOK_EVERY_MS);
    this.#set({ phase: 'talking', since: Date.now() });
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.besides(undefined);
    clearInterval(this.#looking);
    this.#voice.srcObject = null;
    this.#deps.onEnd();
  }

  /** Where it has gone, the machine's own is heard. */
  speakTo(id: string): void {
    this.#voice.setSinkId?.(id).catch(() => this.#voice.setSinkId('').catch(() => undefined));
  }

  answer(): void {
    if (this.#now.phase !== 'ringing') return;
    this.#set({ phase: 'answering' });
    this.session.answer({ mediaConstraints: constraintsOf(this.#deps.devices()), pcConfig: PATHS });
  }

  /** Rejects, gives up or hangs up: whichever it is now. */
  end(): void {
    if (this.#isOver) return;
    if (this.#now.phase === 'ringing') this.session.terminate({ status_code: BUSY });
    else this.session.terminate();
  }

  mute(isMuted: boolean): void {
    // What goes out with the own voice is still heard.
    if (isMuted && !this.#spoken) this.session.mute({ audio: true });
    else this.session.unmute({ audio: true });
    if (this.#spoken) this.#spoken.enabled = !isMuted;
    this.#set({ isMuted });
  }

  /** The other side has music play here, as the gateway has told. */
  heldThere(isHeldThere: boolean): void {
    if (this.#now.phase === 'talking') this.#set({ isHeldThere });
  }

  /** Has the other side hear this too, besides the own microphone; undefined: no more. */
  besides(track: MediaStreamTrack | undefined): Promise<void> {
    // One after the other: what is undone last must not be what was done first.
    this.#mixing = this.#mixing.then(() => this.#mixIn(track)).catch(() => undefined);
    return this.#mixing;
  }

  async #mixIn(track: MediaStreamTrack | undefined): Promise<void> {
    const before = this.#besides;
    this.#besides = undefined;
    await before?.end();
    const voice = track && !this.#isOver ? this.voice() : undefined;
    if (track && voice) this.#besides = { track, end: await addTo(voice, track) };
  }

  /** Resolves when the other side has taken it; music plays there meanwhile. */
  hold(isHeld: boolean): Promise<boolean> {
    // One after the other: while the gateway has not answered one, it takes no other.
    this.#holding = this.#holding.then(() => this.#holdNow(isHeld));
    return this.#holding;
  }

  #holdNow(isHeld: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.session.isOnHold().local === isHeld) return resolve(true);
      const done = () => resolve(true);
      const isBegun = isHeld ? this.session.hold({}, done) : this.session.unhold({}, done);
      if (!isBegun) resolve(false);
    });
  }

  /** As an RTP event (RFC 4733), which goes through wherever the voice does. */
  press(key: string): void {
    this.session.sendDTMF(key, { transportType: 'RFC2833' as never });
  }

  /** Another microphone, in the middle of it. */
  async speakWith(id: string): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia(constraintsOf({ microphone: id }));
    const besides = this.#besides?.track;
    await this.besides(undefined);
    const [track] = stream.getAudioTracks();
    const [sender] = this.session.connection.getSenders();
    if (track) track.enabled = !this.#now.isMuted && !this.#now.isHeld;
    sender?.track?.stop();
    await sender?.replaceTrack(track ?? null);
    await this.besides(besides);
  }

  /** Its two directions, to be put together with another's; undefined before anybody talks. */
  voice(): Voice | undefined {
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
        // Whoever is silent stays so, whichever of the two keeps them silent.
        this.mute(this.#now.isMuted);
        if (this.#now.isHeld) track.enabled = false;
      },
    };
  }

  /** Sends whom one talks to elsewhere. Resolves with whether the gateway has done so. */
  refer(target: string, replaces?: RTCSession): Promise<boolean> {
    return new Promise((resolve) => {
      const eventHandlers = {
        accepted: () => resolve(true),
        // It rings there: whom one talked to has gone, whoever answers.
        progress: () => resolve(true),
        failed: () => resolve(false),
        requestFailed: () => resolve(false),
      };
      this.session.refer(target, { eventHandlers, ...(replaces && { replaces }) });
    });
  }
}

/** What is asked of the microphone. One that has gone is no reason not to answer. */
export const constraintsOf = ({ microphone }: Pick<Devices, 'microphone'>): MediaStreamConstraints => ({
  audio: microphone === '' ? true : { deviceId: { ideal: microphone } },
  video: false,
});

function lookAt(session: RTCSession, onQuality: (quality: Quality) => void): () => Promise<void> {
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

/** Of a call that was asked for on the screen the gateway shows the own number, and whom it is for as the name. */
function partyOf({ remote_identity: remote, local_identity: local }: RTCSession) {
  const number = remote.uri.user ?? '';
  const isOwn = number !== '' && number === local.uri.user;
  return { isOwn, number: isOwn ? remote.display_name : number };
}
