import type { DailyCall, default as DailyLibrary } from '@daily-co/daily-js';
import {
  chooseDevice,
  inputSettingsOf,
  backgroundProcessor,
  withoutMissingDevices,
  type BackgroundEffect,
  type ChosenDevices,
  type DeviceKind,
} from './devices.ts';
import { readFailure, type LeaveReason } from './failure.ts';
import { addChatLine, followMeeting, type MeetingView } from './follow.ts';
import { NO_MEETING, type Meeting } from './meeting.ts';
import { phoneTrackName } from './person.ts';

/** The room to join, with the options. */
export type JoinTarget = {
  /** The room's address. */
  url: string;
  /** Identifies the participant in that room. */
  token: string;
  kind: 'voice' | 'video';
  userName?: string;
  /** False joins muted, or without video. */
  hasMicrophone?: boolean;
  hasCamera?: boolean;
  /** The participant starts in the lobby; shown before the server confirms it, so that nothing else appears meanwhile. */
  isInLobby?: boolean;
  /** Devices and background of an earlier call. */
  chosen?: ChosenDevices;
  /** For rooms on another platform: fetches their address, and their token where they need one. */
  elsewhere?: () => Promise<Address>;
};

type Address = { url: string; token: string };

type Running = { call: DailyCall; shown: MeetingView };

/** The script that the call library loads from our own server (docs/calls.md). */
const ENGINE = '/call-engine/call-engine.js';
const RETRY_MS = 1000;
/** Section 9: the pause between leaving one meeting and joining the next. */
const REJOIN_WAIT_MS = 500;

const IN_LOBBY: Meeting = { ...NO_MEETING, access: 'waiting' };

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Joins and leaves meetings, one at a time, and reports their state to `onChange`. Knows nothing of the screens that show them. */
export class Meetings {
  #onChange: (meeting: Meeting) => void;
  #onCall: (call: DailyCall) => void;
  #current: Running | undefined;
  #joining: { place: JoinTarget; onOver: (over: LeaveReason) => void } | undefined;
  #now = NO_MEETING;
  /** An instance with its script loaded, for the next meeting in our own rooms. */
  #prepared: Promise<DailyCall | undefined> | undefined;
  // Counts meetings, so that work begun for an earlier one does not affect a later one.
  #attempt = 0;

  /** `onCall` receives the library's instance of each meeting, before it joins. */
  constructor(onChange: (meeting: Meeting) => void, onCall: (call: DailyCall) => void = () => undefined) {
    this.#onChange = onChange;
    this.#onCall = onCall;
  }

  /** Loads what a meeting in our own rooms needs ahead of time; what fails is loaded when joining. */
  async prepare(): Promise<void> {
    if (this.#current) return;
    this.#prepared ??= loadAhead().catch(() => {
      this.#prepared = undefined;
      return undefined;
    });
    await this.#prepared;
  }

  /** Joins, leaving another meeting first. Resolves once joined; failures are reported to `onOver`. */
  async join(place: JoinTarget, onOver: (over: LeaveReason) => void): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#joining = { place, onOver };
    if (this.#current) {
      await this.#leaveCurrent(place.isInLobby ? IN_LOBBY : NO_MEETING);
      await pause(REJOIN_WAIT_MS);
    }
    try {
      const { default: Daily } = await import('@daily-co/daily-js');
      const chosen = await withoutMissingDevices(place.chosen ?? {});
      const there = await place.elsewhere?.();
      if (attempt !== this.#attempt) return;
      const call = await this.#instance(Daily, there);
      if (attempt !== this.#attempt) return void call.destroy();
      const isPossible = Daily.supportedBrowser().supportsVideoProcessing;
      this.#onCall(call);
      const running = this.#begin(call, { ...place, chosen }, isPossible);
      followMeeting(call, running.shown, (over) => this.#current === running && onOver(over));
      if (chosen.speaker) await call.setOutputDeviceAsync({ outputDeviceId: chosen.speaker });
      await call.join(optionsOf({ ...place, chosen }, there));
    } catch (error) {
      if (attempt === this.#attempt) onOver(readFailure(error));
    }
  }

  /** Leaves the meeting and releases camera and microphone. */
  async leave(): Promise<void> {
    this.#attempt += 1;
    await this.#leaveCurrent();
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

  /** Adds somebody on the telephone, by their audio track and a name. Returns the function that removes them. */
  async addPhone(name: string, track: MediaStreamTrack): Promise<() => Promise<void>> {
    const running = this.#current;
    if (!running) return () => Promise.resolve();
    const mediaTag = await running.call.startCustomTrack({ track, trackName: phoneTrackName(name) });
    return async () => {
      if (this.#current === running) await running.call.stopCustomTrack(mediaTag);
    };
  }

  /** Sends a chat message to everybody in the call. */
  write(text: string): void {
    if (!this.#current) return;
    this.#current.call.sendAppMessage({ kind: 'chat', text }, '*');
    addChatLine(this.#current.shown, { from: '', text, isOwn: true });
  }

  /** Switches to another device during the call. */
  async choose(kind: DeviceKind, id: string): Promise<void> {
    if (!this.#current) return;
    const { call, shown } = this.#current;
    shown.asked[kind] = id;
    await chooseDevice(call, kind, id);
    const { devices } = shown.get();
    shown.change({ devices: { ...devices, [kind]: { ...devices[kind], current: id } } });
  }

  /** Sets the background effect. If the browser does not support it, the state's `background` shows that. */
  async setBackground(chosen: BackgroundEffect): Promise<void> {
    if (!this.#current) return;
    const { call, shown } = this.#current;
    shown.change({ background: { ...shown.get().background, chosen, hasFailed: false } });
    await call.updateInputSettings({ video: { processor: backgroundProcessor(chosen) } }).catch(() => {
      shown.change({ background: { ...shown.get().background, chosen: 'none', hasFailed: true } });
    });
  }

  /** Admits somebody from the lobby, or refuses them. */
  async decide(id: string, grantRequestedAccess: boolean): Promise<void> {
    await this.#current?.call.updateWaitingParticipant(id, { grantRequestedAccess });
  }

  /** Mutes a participant in a room on another platform, where owners do so themselves; in our rooms the server is asked. */
  silence(id: string): void {
    this.#current?.call.updateParticipant(id, { setAudio: false });
  }

  putOut(id: string): void {
    this.#current?.call.updateParticipant(id, { eject: true });
  }

  /** Asks to be let in once more, because a refusal has ended the first attempt. */
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

  #begin(call: DailyCall, { chosen = {}, isInLobby = false }: JoinTarget, isPossible: boolean): Running {
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

  async #leaveCurrent(next = NO_MEETING): Promise<void> {
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

/** Our own rooms are reached under the origin of this page. */
const ownAddress = ({ url, token }: JoinTarget): Address => ({
  url: new URL(new URL(url).pathname, location.origin).href,
  token,
});

function optionsOf(place: JoinTarget, there: Address | undefined) {
  const { kind, userName, hasMicrophone = true, hasCamera = true, chosen } = place;
  const { url, token } = there ?? ownAddress(place);
  return {
    url,
    // Rooms on another platform may have no token, and guests knock there instead.
    ...(token && { token }),
    ...(userName && { userName }),
    ...(chosen && { inputSettings: inputSettingsOf(chosen) }),
    ...(!hasMicrophone && { startAudioOff: true }),
    // Voice calls send no video (section 5).
    ...(kind === 'voice' ? { videoSource: false as const, startVideoOff: true } : {}),
    ...(!hasCamera && { startVideoOff: true }),
  };
}

/** Makes an instance for our own rooms and loads its script; if that fails, the instance is destroyed again. */
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

/**
 * Creates the library's instance, and tries once more after a second, because it allows one at a time and needs a
 * moment to release the last.
 */
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
