import type { SoundName } from '@trunkline/contract';

type Note = { at: number; hz: number; seconds: number; level: number };
type Sound = { loudness: number; everyMs: number; notes: Note[] };

/**
 * Two ringtones, a message sound, and a chime for supervisors while customers wait, made of sine tones. Loudness and
 * repetition of the ringtones are the specification's: 1.75 every 1000 ms for the telephone, 0.5 looping for calls in a
 * room.
 */
export const SOUNDS: Record<SoundName, Sound> = {
  call: {
    loudness: 1.75,
    everyMs: 1000,
    notes: [
      { at: 0, hz: 784, seconds: 0.16, level: 0.4 },
      { at: 0.14, hz: 988, seconds: 0.16, level: 0.4 },
      { at: 0.28, hz: 784, seconds: 0.16, level: 0.4 },
      { at: 0.42, hz: 988, seconds: 0.3, level: 0.4 },
    ],
  },
  'room-call': {
    loudness: 0.5,
    everyMs: 2400,
    notes: [
      { at: 0, hz: 523, seconds: 0.5, level: 0.6 },
      { at: 0.22, hz: 659, seconds: 0.5, level: 0.6 },
      { at: 0.44, hz: 784, seconds: 0.8, level: 0.6 },
      { at: 1.1, hz: 659, seconds: 0.8, level: 0.4 },
    ],
  },
  waiting: {
    loudness: 0.5,
    everyMs: 4000,
    notes: [
      { at: 0, hz: 659, seconds: 0.4, level: 0.4 },
      { at: 0.2, hz: 523, seconds: 0.6, level: 0.4 },
    ],
  },
  message: {
    loudness: 0.6,
    everyMs: 60_000,
    notes: [
      { at: 0, hz: 1319, seconds: 0.09, level: 0.5 },
      { at: 0.06, hz: 1760, seconds: 0.14, level: 0.35 },
    ],
  },
};
