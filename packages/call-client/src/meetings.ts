import type { DailyCall, default as DailyLibrary } from '@daily-co/daily-js';
import {
  chooseDevice,
  inputSettingsOf,
  processorOf,
  stillThere,
  type Background,
  type Chosen,
  type DeviceKind,
} from './devices.ts';
import { readFailure, type Over } from './failure.ts';
import { addLine, follow, type Shown } from './follow.ts';
import { NO_MEETING, type Meeting } from './meeting.ts';
import { phoneTrackName } from './person.ts';

/** Where to join, and with what. */
export type Place = {
  /** The room's address. */
  url: string;
  /** Who one is in that room. */
  token: string;
  kind: 'voice' | 'video';
  userName?: string;
  /** False joins silent, or unseen. */
  hasMicrophone?: boolean;
  hasCamera?: boolean;
  /** Somebody inside has to let one in: said before the server says so, so that nothing else shows for a moment. */
  isInLobby?: boolean;
  /** Devices and background of an earlier call. */
  chosen?: Chosen;
  /** Where the room is not with us: asks where it is instead, and for the token that is good there, if it takes one. */
  elsewhere?: () => Promise<Address>;
};

type Address = { url: string; token: string };

type Running = { call: DailyCall; shown: Shown };

/** The script that the call library loads from our own server (docs/calls.md). */
const ENGINE = '/call-engine/call-engine.js';
const RETRY_MS = 1000;
/** Section 9: the pause between leaving one meeting and joining the next. */
const REJOIN_WAIT_MS = 500;

const IN_LOBBY: Meeting = { ...NO_MEETING, access: 'waiting' };

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/**
 * The meetings of a page, of which one is on at a time: goes in and out, and tells `onChange` how it stands. Knows
 * nothing of the screens that show it.
 */
export class Meetings {
  #onChange: (meeting: Meeting) => void;
  #onCall: (call: DailyCall) => void;
  #current: Running | undefined;
  #joining: { place: Place; onOver: (over: Over) => void } | undefined;
  #now = NO_MEETING;
  /** An instance with its script loaded, for the next meeting in our own rooms. */
  #prepared: Promise<DailyCall | undefined> | undefined;
  // Whatever was begun for an earlier meeting must not touch a later one.
  #attempt = 0;

  /** `onCall` is given the library's instance of each meeting, before it joins. */
  constructor(onChange: (meeting: Meeting) => void, onCall: (call: DailyCall) => void = () => undefined) {
    this.#onChange = onChange;
    this.#onCall = onCall;
  }

  /** Loads ahead what a meeting in our own rooms needs, so that joining takes less time. What fails now is done when one joins. */
  async prepare(): Promise<void> {
    if (this.#current) return;
    this.#prepared ??= loadAhead().catch(() => undefined);
    await this.#prepared;
  }

  /** Joins, leaving another meeting first. Resolves when one is in; what goes wrong is told to `onOver`. */
  async join(place: Place, onOver: (over: Over) => void): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#joining = { place, onOver };
    if (this.#current) {
      await this.#drop(place.isInLobby ? IN_LOBBY : NO_MEETING);
      await pause(REJOIN_WAIT_MS);
    }
    try {
      const { default: Daily } = await import('@daily-co/daily-js');
      const chosen = await stillThere(place.chosen ?? {});
      const there = await place.elsewhere?.();
      if (attempt !== this.#attempt) return;
      const call = await this.#instance(Daily, there);
      if (attempt !== this.#attempt) return void call.destroy();
      const isPossible = Daily.supportedBrowser().supportsVideoProcessing;
      this.#onCall(call);
      const running = this.#begin(call, { ...place, chosen }, isPossible);
      follow(call, running.shown, (over) => this.#current === running && onOver(over));
      if (chosen.speaker) await call.setOutputDeviceAsync({ outputDeviceId: chosen.speaker });
      await call.join(optionsOf({ ...place, chosen }, there));
    } catch (error) {
      if (attempt === this.#attempt) onOver(readFailure(error));
    }
  }

  /** Leaves and lets go of camera and microphone. */
  async leave(): Promise<void> {
    this.#attempt += 1;
    await this.#drop();
  }

  setMicrophone(isOn: boolean): void {
    this.#current?.call.setLocalAudio(isOn);
  }

  setCamera(isOn: boolean): void {
    this.#current?.call.setLocalVideo(isOn);
  }

  shareScreen(isOn: boolean): void {
    if (isOn) this.#current?.call.startScreenShare();
    else this.#current?.call.stopScreenShare();
  }

  /** Brings somebody in by telephone: what they say, and by which name they show. Gives what takes them out again. */
  async addPhone(name: string, track: MediaStreamTrack): Promise<() => Promise<void>> {
    const running = this.#current;
    if (!running) return () => Promise.resolve();
    const mediaTag = await running.call.startCustomTrack({ track, trackName: phoneTrackName(name) });
    return async () => {
      if (this.#current === running) await running.call.stopCustomTrack(mediaTag);
    };
  }

  /** Writes to everybody in the call. */
  write(text: string): void {
    if (!this.#current) return;
    this.#current.call.sendAppMessage({ kind: 'chat', text }, '*');
    addLine(this.#current.shown, { from: '', text, isOwn: true });
  }

  /** Goes over to another device, in the middle of the call. */
  async choose(kind: DeviceKind, id: string): Promise<void> {
    if (!this.#current) return;
    const { call, shown } = this.#current;
    shown.asked[kind] = id;
    await chooseDevice(call, kind, id);
    const { devices } = shown.get();
    shown.change({ devices: { ...devices, [kind]: { ...devices[kind], current: id } } });
  }

  /** Hides the room behind one, or shows it again. What the browser cannot do shows in `background`. */
  async setBackground(chosen: Background): Promise<void> {
    if (!this.#current) return;
    const { call, shown } = this.#current;
    shown.change({ background: { ...shown.get().background, chosen, hasFailed: false } });
    await call.updateInputSettings({ video: { processor: processorOf(chosen) } }).catch(() => {
      shown.change({ background: { ...shown.get().background, chosen: 'none', hasFailed: true } });
    });
  }

  /** Lets somebody in who waits, or not. */
  async decide(id: string, grantRequestedAccess: boolean): Promise<void> {
    await this.#current?.call.updateWaitingParticipant(id, { grantRequestedAccess });
  }

  /** What owners may do in rooms elsewhere by themselves; in ours the server is asked. */
  silence(id: string): void {
    this.#current?.call.updateParticipant(id, { setAudio: false });
  }

  putOut(id: string): void {
    this.#current?.call.updateParticipant(id, { eject: true });
  }

  /** Asks to be let in once more: the refusal has ended the first attempt. */
  async ask(): Promise<void> {
    if (this.#joining) await this.join({ ...this.#joining.place, isInLobby: true }, this.#joining.onOver);
  }

  /** The instance that was prepared, where it fits, or a new one: the library allows one at a time. */
  async #instance(Daily: typeof DailyLibrary, there: Address | undefined): Promise<DailyCall> {
    const prepared = await this.#prepared;
    this.#prepared = undefined;
    if (prepared && !there) return prepared;
    await prepared?.destroy();
    return createOnce(Daily, there);
  }

  #begin(call: DailyCall, { chosen = {}, isInLobby = false }: Place, isPossible: boolean): Running {
    const { background = 'none', ...asked } = chosen;
    const running: Running = {
      call,
      shown: {
        get: () => this.#now,
        change: (part) => this.#current === running && this.#set({ ...this.#now, ...part }),
        asked,
      },
    };
    this.#current = running;
    running.shown.change({
      access: isInLobby ? 'waiting' : 'full',
      background: { chosen: background, isPossible, hasFailed: false },
    });
    return running;
  }

  async #drop(next = NO_MEETING): Promise<void> {
    const dropped = this.#current;
    this.#current = undefined;
    this.#set(next);
    if (!dropped) return;
    await dropped.call.leave().catch(() => undefined);
    await dropped.call.destroy().catch(() => undefined);
  }

  #set(meeting: Meeting): void {
    this.#now = meeting;
    this.#onChange(meeting);
  }
}

/** Our own rooms are reached at the address that this page came from. */
const ownAddress = ({ url, token }: Place): Address => ({
  url: new URL(new URL(url).pathname, location.origin).href,
  token,
});

function optionsOf(place: Place, there: Address | undefined) {
  const { kind, userName, hasMicrophone = true, hasCamera = true, chosen } = place;
  const { url, token } = there ?? ownAddress(place);
  return {
    url,
    // Without one, where a room elsewhere wants to be knocked at.
    ...(token && { token }),
    ...(userName && { userName }),
    ...(chosen && { inputSettings: inputSettingsOf(chosen) }),
    ...(!hasMicrophone && { startAudioOff: true }),
    // Voice sends no picture (section 5).
    ...(kind === 'voice' ? { videoSource: false as const, startVideoOff: true } : {}),
    ...(!hasCamera && { startVideoOff: true }),
  };
}

/** An instance for our own rooms whose script is loaded; rejects, and leaves none behind, when that fails. */
async function loadAhead(): Promise<DailyCall> {
  const { default: Daily } = await import('@daily-co/daily-js');
  const call = await createOnce(Daily, undefined);
  try {
    await call.load();
    return call;
  } catch (error) {
    await call.destroy();
    throw error;
  }
}

/** The library allows one instance at a time and needs a moment to let go of the last: once more after a second. */
async function createOnce(Daily: typeof DailyLibrary, there: Address | undefined): Promise<DailyCall> {
  // The hosted service has a script of its own, which the library finds by itself.
  const ours = { callObjectBundleUrlOverride: new URL(ENGINE, location.href).href };
  const options = { dailyConfig: { avoidEval: true, ...(!there && ours) } };
  try {
    return Daily.createCallObject(options);
  } catch (error) {
    if (!String(error).includes('Duplicate')) throw error;
    await pause(RETRY_MS);
    return Daily.createCallObject(options);
  }
}
