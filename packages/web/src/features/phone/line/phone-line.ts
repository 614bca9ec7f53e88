import type { OpenedPhoneLine } from '@trunkline/contract';
import { UA } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { RTCSessionEvent } from 'jssip/lib/UA';
import { createSipSocket, type SipSocket } from './sip-socket.ts';
import { mixCalls } from './mixing.ts';
import { constraintsOf, LinePhoneCall, RTC_CONFIGURATION, type ConsultedPerson } from './phone-call.ts';
import type { VoiceQuality } from './quality.ts';
import { NO_PHONE, type PhoneDevices, type PhoneLineFailure, type PhoneState } from './phone.ts';

type Deps = {
  /** Creates the SIP account at the gateway, or renews its password. */
  open: () => Promise<OpenedPhoneLine>;
  /** Returns the address of the SIP socket with a fresh token. */
  address: () => Promise<string>;
  devices: () => PhoneDevices;
  onChange: (phone: PhoneState) => void;
  onFault: (fault: PhoneLineFailure) => void;
};
type UsablePhoneLine = Extract<OpenedPhoneLine, { missing: null }>;

const BUSY = 486;
/** The close code that says that the phone was assigned to somebody else (packages/server, line-relay.ts). */
const TAKEN_AWAY = 4001;
const REGISTERED_FOR_S = 120;
const RECONNECT_S = { min: 1, max: 10 };
const AGAIN_MS = [1000, 2000, 5000, 15_000];
/**
 * How long a connection, or the answer to a registration, is waited for; longer each time. A gateway that boots accepts
 * connections and drops what comes over them (res_pjsip, pjsip_distributor.c), and JsSIP alone would wait 32 seconds and then
 * give up.
 */
const ANSWER_MS = [4000, 8000, 16_000, 32_000];
/** How long before it expires a password is renewed. */
const EARLY_MS = 10 * 60_000;
/** The dial code that parks a call for a phone, followed by its extension (deploy/asterisk/extensions.conf). */
const RETURN = '*8';
/** A host name that is never resolved, because the gateway identifies us by the socket. */
const HOST = 'phone.invalid';

const uriOf = (number: string) => `sip:${number}@${HOST}`;

/** The browser phone of this page: registered until it is stopped, with at most one call and one consultation call. */
export class PhoneLine {
  readonly #deps: Deps;
  #phone: PhoneState = NO_PHONE;
  #ua: UA | undefined;
  #socket: SipSocket | undefined;
  /** The extension under which the phone is registered. */
  #own = '';
  #call: LinePhoneCall | undefined;
  #asked: LinePhoneCall | undefined;
  #part: (() => Promise<void>) | undefined;
  #isStopped = true;
  #failures = 0;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of registrations in a row without an answer. */
  #unanswered = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStopped = false;
    void this.#renew();
  }

  /** Tries to get an account at once, because settings have changed. */
  lookAgain(): void {
    if (!this.#ua?.isRegistered() && !this.#isStopped) this.#later(0);
  }

  /** Registers at once, because the gateway is up again. */
  gatewayIsUp(): void {
    if (this.#isStopped || this.#ua?.isRegistered()) return;
    this.#failures = 0;
    this.#unanswered = 0;
    // The password may still be valid, so a new one is only requested when it is refused.
    if (this.#ua) this.#reconnect();
    else this.#later(0);
  }

  /**
   * Leaves because the page is being closed: the other side waits at the gateway with music until this phone returns.
   * Returns their number, if there was a call.
   */
  leave(): string | undefined {
    const held = this.#call?.call.phase === 'talking' ? this.#call : undefined;
    // The gateway works in order: it has moved the customer before our side of the call ends.
    if (held && this.#own !== '') void held.refer(uriOf(`${RETURN}${this.#own}`));
    this.stop();
    return held?.call.number;
  }

  /** Unregisters the phone; a call ends with it. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const one of [this.#asked, this.#call]) one?.end();
    this.#leaveGateway();
    this.#set(NO_PHONE);
  }

  #leaveGateway(): void {
    clearTimeout(this.#waiting);
    const ua = this.#ua;
    this.#ua = undefined;
    ua?.stop();
  }

  answer(): void {
    this.#call?.answer();
  }

  /** Ends the call that is heard: a consultation alone, so that the customer is not lost; a conference for all. */
  hangUp(): void {
    if (this.#asked && !this.#part) return void this.back();
    this.#asked?.end();
    this.#call?.end();
  }

  mute(isMuted: boolean): void {
    this.#call?.mute(isMuted);
    if (this.#part) this.#asked?.mute(isMuted);
  }

  async hold(isHeld: boolean): Promise<void> {
    if (!this.#call || (await this.#call.hold(isHeld))) return;
    // The agent is muted, since the customer was meant to hear nothing.
    if (isHeld) this.mute(true);
    this.#deps.onFault(isHeld ? 'notHeld' : 'hold');
  }

  press(key: string): void {
    (this.#asked ?? this.#call)?.press(key);
  }

  /** The audio of the other side; undefined before the call is answered. */
  get heard(): MediaStreamTrack | undefined {
    return this.#call?.voice()?.heard;
  }

  async mixIn(track: MediaStreamTrack | undefined): Promise<void> {
    await this.#call?.mixIn(track);
  }

  setHeldByOther(isHeld: boolean): void {
    this.#call?.setHeldByOther(isHeld);
  }

  setSpeaker(id: string): void {
    for (const one of [this.#call, this.#asked]) one?.setSpeaker(id);
  }

  async setMicrophone(id: string): Promise<void> {
    const areTogether = this.#part !== undefined;
    await this.#partAll();
    await this.#call?.setMicrophone(id);
    await this.#asked?.setMicrophone(id);
    if (areTogether) await this.startConference();
  }

  /** Dials a code of the gateway's dial plan. Returns false where that is not possible now. */
  dial(code: string): boolean {
    if (!this.#ua?.isRegistered() || this.#call || this.#asked) return false;
    const options = { mediaConstraints: constraintsOf(this.#deps.devices()), pcConfig: RTC_CONFIGURATION };
    this.#call = this.#held(this.#ua.call(uriOf(code), options));
    this.#show();
    return true;
  }

  /** Calls a colleague or a queue for consultation while the customer hears music. */
  async ask(consulted: ConsultedPerson): Promise<void> {
    if (!this.#ua || !this.#call || this.#asked) return;
    if (!(await this.#call.hold(true))) return this.#deps.onFault('hold');
    const options = { mediaConstraints: constraintsOf(this.#deps.devices()), pcConfig: RTC_CONFIGURATION };
    this.#asked = this.#held(this.#ua.call(uriOf(consulted.number), options), consulted);
    this.#show();
  }

  /** An agent of the consulted queue has answered. */
  consultedAnswered(): void {
    this.#asked?.reached();
  }

  /** Ends the consultation and returns to the customer. */
  async back(): Promise<void> {
    this.#asked?.end();
    await this.hold(false);
  }

  /** Starts a conference of customer, colleague and agent. */
  async startConference(): Promise<void> {
    if (!this.#call || this.#part) return;
    if (!(await this.#call.hold(false))) return this.#deps.onFault('hold');
    const [customer, colleague] = [this.#call?.voice(), this.#asked?.voice()];
    if (!customer || !colleague) return;
    this.#part = await mixCalls(customer, colleague);
    this.#set({ isConference: true });
  }

  async #partAll(): Promise<void> {
    const part = this.#part;
    this.#part = undefined;
    this.#set({ isConference: false });
    await part?.();
  }

  /** Transfers the customer to a number, or to the consulted colleague. */
  async transfer(number?: string): Promise<void> {
    const [from, to] = [this.#call, this.#asked];
    if (!from) return;
    const isDone =
      number === undefined
        ? to !== undefined && (await from.refer(uriOf(to.call.number), to.session))
        : await from.refer(uriOf(number));
    if (!isDone) return this.#deps.onFault('transfer');
    // The gateway completes the transfer once our calls have ended.
    to?.end();
    from.end();
  }

  #set(change: Partial<PhoneState>): void {
    this.#phone = { ...this.#phone, ...change };
    this.#deps.onChange(this.#phone);
  }

  #show(): void {
    this.#set({ call: this.#call?.call ?? null, asked: this.#asked?.call ?? null });
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#renew(), ms);
  }

  #again(): void {
    this.#set({ line: 'lost' });
    this.#later(AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)] ?? 0);
    this.#failures += 1;
  }

  /** Fetches a password: the first time, before it expires, and when the gateway refuses the present one. */
  async #renew(): Promise<void> {
    this.#turn += 1;
    const own = this.#turn;
    const line = await this.#deps.open().catch(() => undefined);
    // A newer request is under way, and only its password will be valid.
    if (this.#isStopped || own !== this.#turn) return;
    if (!line) return this.#again();
    if (line.missing !== null) {
      this.#leaveGateway();
      return this.#set({ line: line.missing });
    }
    if (this.#ua && line.extension !== this.#own) {
      // The user has got another extension; a call in progress may finish first.
      if (this.#call || this.#asked) return this.#later(AGAIN_MS.at(-1) ?? 0);
      this.#leaveGateway();
    }
    this.#later(Math.max(EARLY_MS, Date.parse(line.expires_at) - Date.now() - EARLY_MS));
    if (!this.#ua) return this.#begin(line);
    this.#ua.set('password', line.password);
    if (this.#ua.isRegistered()) return;
    if (!this.#ua.isConnected()) return this.#reconnect();
    this.#ua.register();
    this.#awaitAnswer();
  }

  #awaitAnswer(): void {
    clearTimeout(this.#waiting);
    const longest = ANSWER_MS.length - 1;
    this.#waiting = setTimeout(() => {
      this.#unanswered += 1;
      this.#reconnect();
    }, ANSWER_MS[Math.min(this.#unanswered, longest)]);
  }

  #reconnect(): void {
    this.#socket?.reconnect();
    this.#awaitAnswer();
  }

  #begin({ extension, realm, password }: UsablePhoneLine): void {
    const socket = createSipSocket(this.#deps.address);
    const ua = new UA({
      uri: uriOf(extension),
      // The relay passes only messages whose sender is this contact name, which the gateway repeats in its answers.
      contact_uri: `sip:${extension}@${crypto.randomUUID().slice(0, 8)}.invalid;transport=ws`,
      sockets: [socket],
      realm,
      password,
      authorization_user: extension,
      user_agent: 'Trunkline',
      register: true,
      register_expires: REGISTERED_FOR_S,
      session_timers: false,
      connection_recovery_min_interval: RECONNECT_S.min,
      connection_recovery_max_interval: RECONNECT_S.max,
    });
    const lost = () => {
      if (this.#ua === ua) this.#set({ line: 'lost' });
    };
    const waits = () => {
      if (this.#ua === ua) this.#awaitAnswer();
    };
    ua.on('connecting', waits);
    ua.on('connected', waits);
    ua.on('registered', () => {
      if (this.#ua !== ua) return;
      clearTimeout(this.#waiting);
      this.#failures = 0;
      this.#unanswered = 0;
      this.#set({ line: 'ready' });
      for (const one of [this.#call, this.#asked]) one?.renew();
    });
    ua.on('unregistered', lost);
    ua.on('disconnected', ({ code }) => {
      if (this.#ua !== ua) return;
      clearTimeout(this.#waiting);
      lost();
      for (const one of [this.#asked, this.#call]) if (one?.isUnanswered) one.end();
      // The phone was taken away, so the server is asked which one the user has now.
      if (code === TAKEN_AWAY) this.#later(AGAIN_MS[0] ?? 0);
    });
    ua.on('registrationFailed', ({ response }) => {
      if (this.#ua !== ua) return;
      clearTimeout(this.#waiting);
      if (response) this.#again();
      // Nobody answers on this connection, so it is replaced. JsSIP itself restores one that is lost.
      else if (ua.isConnected()) this.#reconnect();
    });
    ua.on('newRTCSession', ({ originator, session }: RTCSessionEvent) => {
      if ((originator as string) === 'remote') this.#ring(session);
    });
    this.#set({ line: 'connecting' });
    this.#own = extension;
    this.#socket = socket;
    this.#ua = ua;
    ua.start();
  }

  #ring(session: RTCSession): void {
    if (this.#call || this.#asked) return session.terminate({ status_code: BUSY });
    this.#call = this.#held(session);
    this.#show();
  }

  #held(session: RTCSession, consulted?: ConsultedPerson): LinePhoneCall {
    const deps = {
      devices: this.#deps.devices,
      onFault: this.#deps.onFault,
      onChange: () => this.#show(),
      onQuality: (quality: VoiceQuality) => {
        if (this.#call === held) this.#set({ quality });
      },
      canSend: () => this.#ua?.isConnected() === true,
      onCut: () => {
        // The connection to the server is on the same network, and may not know yet.
        if (this.#ua?.isRegistered()) this.#reconnect();
      },
      onEnd: () => this.#over(held),
    };
    const held: LinePhoneCall = new LinePhoneCall(session, deps, consulted);
    return held;
  }

  #over(held: LinePhoneCall): void {
    void this.#partAll();
    if (this.#asked === held) this.#asked = undefined;
    if (this.#call === held) {
      // The customer has hung up; the consultation call goes on as the only one.
      this.#call = this.#asked;
      this.#asked = undefined;
      this.#set({ quality: 'unknown' });
    }
    this.#show();
  }
}
