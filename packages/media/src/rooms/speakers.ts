import { SpeakerInfo, TrackType } from '@livekit/protocol';
import type { Participant } from './participant.ts';
import type { PublishedTrack } from '../tracks/published-track.ts';

const EVERY_MS = 300;
/** Levels quieter than this, in dB below the maximum, are background noise. */
const AUDIBLE = 40;
/** How long a participant counts as speaking after the last loud packet. */
const HOLD_MS = 700;

type SpeakerLevel = { level: number; heardAt: number; wasActive: boolean };

/** Active speakers, from the audio level header extension; nothing is decoded. */
export class Speakers {
  #voices = new Map<string, SpeakerLevel>();
  #timer: NodeJS.Timeout | undefined;
  #participants: () => Iterable<Participant>;
  #send: (changed: SpeakerInfo[]) => void;

  constructor(participants: () => Iterable<Participant>, send: (changed: SpeakerInfo[]) => void) {
    this.#participants = participants;
    this.#send = send;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#checkLevels(Date.now()), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #checkLevels(nowMs: number): void {
    const changed: SpeakerInfo[] = [];
    const present = new Set<string>();
    for (const participant of this.#participants()) {
      present.add(participant.sid);
      const change = this.#listen(participant, nowMs);
      if (change) changed.push(change);
    }
    for (const sid of this.#voices.keys()) if (!present.has(sid)) this.#voices.delete(sid);
    if (changed.length > 0) this.#send(changed);
  }

  #listen({ sid, tracks }: Participant, nowMs: number): SpeakerInfo | undefined {
    const loudest = loudestLevel(tracks.values());
    const voice = this.#voices.get(sid) ?? { level: 0, heardAt: -Infinity, wasActive: false };
    this.#voices.set(sid, voice);
    if (loudest < AUDIBLE) voice.heardAt = nowMs;
    const isActive = nowMs - voice.heardAt < HOLD_MS;
    const level = isActive && loudest < AUDIBLE ? 10 ** (-loudest / 20) : 0;
    const hasChanged = isActive !== voice.wasActive || Math.abs(level - voice.level) > 0.01;
    voice.level = level;
    voice.wasActive = isActive;
    return hasChanged ? new SpeakerInfo({ sid, level, active: isActive }) : undefined;
  }
}

/** The loudest level of unmuted tracks since the last call, which resets it. */
function loudestLevel(tracks: Iterable<PublishedTrack>): number {
  let loudest = 127;
  for (const track of tracks) {
    const isHeard = track.info.type === TrackType.AUDIO && !track.info.muted;
    if (isHeard) loudest = Math.min(loudest, track.loudest);
    track.loudest = 127;
  }
  return loudest;
}
