import type { RoomEntry } from '@trunkline/contract';
import { refuseOptions } from '../not-available.ts';
import { identityOf, isWaiting, type LocalIdentity } from '../participants/participant.ts';
import type { CloseReason, RoomPerson } from '../transport/transport.ts';
import type { Handlers, LibraryRequest } from '../wire.ts';
import type { CallSettings } from './call-settings.ts';
import { RoomAccess, RoomAccessError, readRoomUrl } from './room-access.ts';
import { fatalOfClose, isTransient, fatalOfRefusal, REJECTED_MESSAGE, type FatalError } from './fatal.ts';
import { retryUntilUnwanted } from './retry-until-unwanted.ts';
import { APP_MESSAGE_MAX } from './room-config.ts';
import type { SessionDeps } from './session-deps.ts';

/** How long reconnecting is tried before the call is given up. */
const GIVE_UP_AFTER_MS = 60_000;
/** How long a participant who was let in waits for their own video. */
const OWN_PICTURE_WITHIN_MS = 1500;
const TRY_EVERY_MS = 400;
const TRY_AT_MOST_EVERY_MS = 1500;

type LineType = 'signaling' | 'sfu';
type Phase = 'out' | 'joining' | 'in';

/** Joins and leaves a call, and reconnects it. */
export class Session {
  roomAccess: RoomAccess | undefined;
  #deps: SessionDeps;
  #phase: Phase = 'out';
  #isInitialised = false;
  #settings: CallSettings | undefined;
  #entry: RoomEntry | undefined;
  #access = '';
  #asked: string | undefined;
  #name = '';
  #userData: unknown;
  #isComingBack = false;
  #interrupted = new Set<LineType>();
  #ownId: string;
  /** Identifies this join; it stays the same after a reconnection. */
  #joinId: string | undefined;
  #joinedAt = '';
  // Counts calls, so that work begun for an earlier one does not affect a later one.
  #generation = 0;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#ownId = deps.newId();
  }

  readonly handlers: Handlers = {
    'join-meeting': (request) => this.#join(request),
    'leave-meeting': () => this.#endAndPostLeft(),
    'daily-method-preauth': (request) => this.#preAuth(request),
    'start-camera': (request) => this.#startCamera(request),
    'get-meeting-session': () => ({ meetingSession: { id: this.#joinedAt } }),
  };

  get isInitialised(): boolean {
    return this.#isInitialised;
  }

  get isJoined(): boolean {
    return this.#phase === 'in';
  }

  get entry(): RoomEntry | undefined {
    return this.#entry;
  }

  identity = (): LocalIdentity => identityOf(this.#entry, this.#ownId, this.#name, this.#userData);

  /** Sets the name and data to show until the server knows the participant. */
  describe({ name, userData }: { name?: string; userData?: unknown }): void {
    if (name !== undefined) this.#name = name;
    if (userData !== undefined) this.#userData = userData;
  }

  /** The library starts over with the same script. */
  reset(): void {
    this.#end();
    this.#isInitialised = false;
  }

  /**
   * Called with the participant's current state in the room, which tells whether they are in its lobby. `opened`
   * resolves once their devices are open.
   */
  looked(self: RoomPerson | undefined, opened: Promise<unknown>): void {
    if (!self || this.#phase !== 'in') return;
    const before = this.#access;
    const access = isWaiting(self) ? 'lobby' : 'full';
    if (access === before) return;
    this.#access = access;
    if (before === 'lobby') void this.#postAdmission(opened);
    else this.#postAccess(access);
  }

  /**
   * Waits for the own video before reporting that the participant was let in, because programs show it then; not while
   * a permission prompt is open.
   */
  async #postAdmission(opened: Promise<unknown>): Promise<void> {
    const generation = this.#generation;
    await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, OWN_PICTURE_WITHIN_MS))]);
    if (generation !== this.#generation || this.#access !== 'full') return;
    this.#deps.participantList.updateNow();
    this.#postAccess('full');
  }

  /** Notes that the participant asks to be let in; the result arrives in `looked`. */
  asked(name: string | undefined): void {
    this.#asked = name;
    this.#postAccess(this.#access);
  }

  /** The request was refused, which for the library ends this attempt to join. */
  rejected(): void {
    if (this.#phase === 'in') this.#fail(REJECTED_MESSAGE);
  }

  /** Reports both connections as restored together and once, when the line is back. */
  lineChanged(type: LineType, event: 'interrupted' | 'connected'): void {
    if (event === 'interrupted') {
      if (!this.#interrupted.has(type)) this.#postConnection(type, event);
      this.#interrupted.add(type);
      return;
    }
    for (const each of this.#interrupted) this.#postConnection(each, event);
    this.#interrupted.clear();
    this.#deps.participantList.expectReturns();
    this.#deps.participantList.scheduleUpdate();
  }

  #postConnection(type: LineType, event: string): void {
    this.#deps.wire.post({ action: 'network-connection', type, event });
  }

  closed(why: CloseReason): void {
    if (this.#phase !== 'in') return;
    if (why === 'lost') void this.#startComingBack();
    else this.#fail(fatalOfClose(why));
  }

  async #join(request: LibraryRequest): Promise<void> {
    const settings = this.#begin(request);
    const generation = ++this.#generation;
    this.#phase = 'joining';
    try {
      let entry = await this.#enter(settings);
      if (generation !== this.#generation) return;
      void this.#deps.openMedia(settings, entry);
      const isWanted = () => generation === this.#generation;
      // Permissions may have changed since admission, which makes the old token invalid; a new one is valid.
      const renew = async () => void (entry = await this.#enter(settings));
      await retryUntilUnwanted(() => this.#connect(entry, settings), { isWanted, renew });
      if (generation !== this.#generation) return await this.#deps.transport.disconnect();
      await this.#welcome(settings);
    } catch (error) {
      if (generation === this.#generation)
        this.#fail(fatalOfRefusal(error, 'join', this.roomAccess?.url ?? ''));
    }
  }

  async #welcome(settings: CallSettings): Promise<void> {
    const { wire, participantList, transport } = this.#deps;
    this.#phase = 'in';
    const participants = participantList.open();
    wire.post({ action: 'joined-meeting', participants, internal: { _maxAppMessageSize: APP_MESSAGE_MAX } });
    wire.post({
      action: 'participant-counts-updated',
      participantCounts: { present: participantList.count(), hidden: 0 },
    });
    const self = transport.self();
    this.#postAccess(self && isWaiting(self) ? 'lobby' : 'full');
    this.#postConnection('signaling', 'connected');
    this.#postConnection('sfu', 'connected');
    if (settings.userData !== undefined) {
      // The call goes on without it; others see the data once the server has it.
      void this.roomAccess?.changeSelf({ user_data: settings.userData }).catch(() => undefined);
    }
    this.#deps.onJoined(settings);
    this.#joinedAt = await transport.roomId();
    wire.post({ action: 'meeting-session-summary-updated', meetingSession: { id: this.#joinedAt } });
    participantList.scheduleUpdate();
  }

  #postAccess(level: string): void {
    this.#access = level;
    if (level === 'full') this.#asked = undefined;
    const awaiting =
      this.#asked === undefined ? {} : { awaitingAccess: { level: 'full', name: this.#asked } };
    this.#deps.wire.post({ action: 'access-state-updated', access: { level }, ...awaiting });
  }

  async #connect({ media }: RoomEntry, { isSubscribing }: CallSettings): Promise<void> {
    await this.#deps.transport.connect({ url: media.url, token: media.token, isSubscribing });
  }

  async #enter(settings: CallSettings): Promise<RoomEntry> {
    const address = readRoomUrl(settings.url);
    if (!address) throw new RoomAccessError('This is not the address of a room', 'not_found');
    this.roomAccess = new RoomAccess(address, settings.token, this.#deps.fetch);
    this.#joinId ??= this.#deps.newId();
    const entry = await this.roomAccess.enter(settings.userName, this.#joinId);
    this.#entry = entry;
    this.#name = entry.user_name;
    return entry;
  }

  /** Reconnects. Its attempts report further interruptions, so a running one is not started again. */
  async #startComingBack(): Promise<void> {
    if (this.#isComingBack) return;
    this.#isComingBack = true;
    await this.#rejoin().finally(() => (this.#isComingBack = false));
  }

  /** The connection is lost for good, or the server was away: asks for admission again until it succeeds or time is up. */
  async #rejoin(): Promise<void> {
    const generation = this.#generation;
    const settings = this.#settings;
    if (!settings) return;
    const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
    this.lineChanged('sfu', 'interrupted');
    let isBack = false;
    for (let waitMs = 0; !isBack; waitMs = Math.min(waitMs + TRY_EVERY_MS, TRY_AT_MOST_EVERY_MS)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (generation !== this.#generation) return;
      const failure = await this.#tryAgain(settings);
      if (generation !== this.#generation) return;
      if (failure && (!isTransient(failure.error) || Date.now() > giveUpAt)) {
        return this.#fail(fatalOfRefusal(failure.error, 'reconnect', this.roomAccess?.url ?? ''));
      }
      isBack = !failure;
    }
    this.lineChanged('sfu', 'connected');
  }

  async #tryAgain(settings: CallSettings): Promise<{ error: unknown } | undefined> {
    const generation = this.#generation;
    try {
      const entry = await this.#enter(settings);
      if (generation === this.#generation) await this.#connect(entry, settings);
      // The participant left while reconnecting was under way.
      if (generation !== this.#generation) await this.#deps.transport.disconnect();
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  async #preAuth(request: LibraryRequest): Promise<unknown> {
    const settings = this.#begin(request);
    const entry = await this.#enter(settings).catch((error: unknown) => {
      throw new Error(fatalOfRefusal(error, 'join', '').errorMsg);
    });
    this.#deps.participantList.updateNow();
    this.#postAccess(entry.access);
    return { access: { level: entry.access } };
  }

  async #startCamera(request: LibraryRequest): Promise<unknown> {
    const settings = this.#begin(request);
    await this.#deps.openMedia(settings, undefined);
    const devices = await this.#deps.devices();
    this.#deps.wire.post({ action: 'started-camera' });
    this.#deps.participantList.scheduleUpdate();
    return devices;
  }

  #begin(request: LibraryRequest): CallSettings {
    const settings = this.#deps.read(request);
    this.#settings = settings;
    if (settings.userName) this.#name = settings.userName;
    if (settings.userData !== undefined) this.#userData = settings.userData;
    this.#deps.onSettings(settings);
    if (!this.#isInitialised) {
      this.#isInitialised = true;
      this.#deps.wire.post({ action: 'call-machine-initialized' });
      refuseOptions(this.#deps.wire, request);
    }
    return settings;
  }

  #endAndPostLeft(): void {
    this.#end();
    this.#isInitialised = false;
    this.#deps.wire.post({ action: 'left-meeting' });
  }

  #fail(fatal: FatalError): void {
    this.#end();
    this.#isInitialised = false;
    this.#deps.wire.post({ action: 'error', ...fatal });
  }

  #end(): void {
    this.#generation += 1;
    this.#phase = 'out';
    this.#entry = undefined;
    this.#joinId = undefined;
    this.#settings = undefined;
    this.#access = '';
    this.#asked = undefined;
    this.#interrupted.clear();
    this.#userData = undefined;
    this.roomAccess = undefined;
    this.#deps.participantList.reset();
    // Not awaited: if the message is lost, the server notices the disconnection by itself.
    void this.#deps.transport.disconnect().catch(() => undefined);
    this.#deps.onEnd();
  }
}
