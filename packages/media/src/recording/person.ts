import { TrackSource } from '@livekit/protocol';
import type { PublishedTrack } from '../tracks/published-track.ts';
import type { SenderClock } from './clock.ts';
import type { ManifestPart } from './manifest.ts';
import { RecordingPart } from './part.ts';
import { TrackRecorder, type TimedFrame } from './track-recorder.ts';

type Options = {
  identity: string;
  name: string;
  /** The file names for the next part of this person. */
  nextFile: () => { file: string; raw: string };
  startedMs: number;
  onPart: (part: ManifestPart) => void;
  onPartEnded: (file: string, durationMs: number) => void;
  onLevel: (level: number, nowMs: number) => void;
  onError: (error: unknown) => void;
};

/** A track that is silent for this long is left out, because it would delay the others of its file. */
const SILENT_MS = 2000;
/** How long a new file waits for its tracks. */
const GATHER_MS = 1500;

/** Records one person: a file for each stretch of time in which their tracks stay the same. */
export class Person {
  #options: Options;
  #taps = new Map<PublishedTrack, TrackRecorder>();
  #sender: SenderClock = {};
  #part: { part: RecordingPart; file: string } | undefined;
  #pending = new Map<TrackRecorder, TimedFrame[]>();
  #gatheringSince: number | undefined;
  #closing: Promise<unknown>[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  add(track: PublishedTrack): void {
    if (this.#taps.has(track)) return;
    const tap: TrackRecorder = new TrackRecorder(track, this.#sender, {
      onFrame: (frame, nowMs) => this.#onFrame(tap, frame, nowMs),
      onLevel: this.#options.onLevel,
    });
    this.#taps.set(track, tap);
  }

  remove(track: PublishedTrack): void {
    const tap = this.#taps.get(track);
    if (!tap) return;
    tap.close();
    this.#taps.delete(track);
    this.#pending.delete(tap);
    this.#end(tap);
  }

  tick(nowMs: number): void {
    for (const tap of this.#taps.values()) tap.tick(nowMs);
    for (const tap of this.#part?.part.taps ?? []) {
      if (nowMs - tap.lastFrameAt > SILENT_MS) this.#end(tap);
    }
    this.#open(nowMs);
  }

  async close(): Promise<void> {
    for (const track of this.#taps.keys()) this.remove(track);
    this.#closePart();
    await Promise.all(this.#closing);
  }

  #onFrame(tap: TrackRecorder, frame: TimedFrame, nowMs: number): void {
    if (this.#part?.part.has(tap)) return this.#part.part.write(tap, frame);
    if (this.#part) this.#closePart();
    const frames = this.#pending.get(tap) ?? [];
    if (frames.length === 0 && !frame.isKey) return;
    frames.push(frame);
    this.#pending.set(tap, frames);
    this.#gatheringSince ??= nowMs;
    this.#open(nowMs);
  }

  /** Opens the next file once all tracks that send have a frame for it. */
  #open(nowMs: number): void {
    if (this.#gatheringSince === undefined || this.#pending.size === 0) return;
    const sending = [...this.#taps.values()].filter((tap) => isExpected(tap, nowMs));
    const isComplete = sending.every((tap) => this.#pending.has(tap));
    if (!isComplete && nowMs - this.#gatheringSince < GATHER_MS) return;
    const firsts = [...this.#pending].flatMap(([tap, [frame]]) => (frame ? [{ tap, frame }] : []));
    const { file, raw } = this.#options.nextFile();
    const part = new RecordingPart(raw, firsts, this.#options.onError);
    this.#part = { part, file };
    this.#announce(
      part,
      file,
      firsts.map(({ tap }) => tap),
    );
    for (const [tap, frames] of this.#pending) for (const frame of frames) part.write(tap, frame);
    this.#pending.clear();
    this.#gatheringSince = undefined;
  }

  #announce(part: RecordingPart, file: string, taps: readonly TrackRecorder[]): void {
    const { identity, name, startedMs, onPart } = this.#options;
    onPart({
      file,
      identity,
      name,
      offset_ms: Math.max(0, Math.round(part.startMs - startedMs)),
      duration_ms: 0,
      bytes: 0,
      tracks: taps.map(({ track: { info, kind } }) => ({
        sid: info.sid,
        kind,
        source: TrackSource[info.source].toLowerCase(),
      })),
    });
  }

  #end(tap: TrackRecorder): void {
    this.#part?.part.end(tap);
    if (this.#part?.part.taps.length === 0) this.#closePart();
  }

  #closePart(): void {
    if (!this.#part) return;
    const { part, file } = this.#part;
    this.#part = undefined;
    const { onPartEnded } = this.#options;
    this.#closing.push(part.close().then(() => onPartEnded(file, Math.round(part.endMs - part.startMs))));
    // The next file can only begin with a key frame.
    for (const tap of this.#taps.values()) tap.requestKeyFrame();
  }
}

/** Whether to wait for a track: it sends, was just announced, or its video is on its way. */
function isExpected({ track, lastFrameAt, addedAt }: TrackRecorder, nowMs: number): boolean {
  if (track.info.muted) return false;
  const isNew = nowMs - addedAt < GATHER_MS;
  return isNew || nowMs - lastFrameAt < SILENT_MS || track.layers(nowMs).length > 0;
}
