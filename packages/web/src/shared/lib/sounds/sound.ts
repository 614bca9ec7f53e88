import type { CurrentUser, SoundName } from '@trunkline/contract';
import { createStore } from '../store.ts';
import { SOUNDS } from './sounds.ts';

/** Volumes 0 to 1 by sound name, as the user set them. */
export const soundVolumes = createStore<Readonly<CurrentUser['sounds']>>({});

/** Ringtones are as loud as the specification says until the user sets them; sounds that may repeat all day are softer. */
const DEFAULT_VOLUMES: Record<SoundName, number> = { call: 1, 'room-call': 1, waiting: 0.6, message: 0.6 };

/** Returns the volume that the user has set for a sound, or its default. */
export const volumeOf = (volumes: CurrentUser['sounds'], name: SoundName): number =>
  volumes[name] ?? DEFAULT_VOLUMES[name];

let context: AudioContext | null = null;
let device = '';

/** Sets the loudspeaker for all sounds, so that a headset is left to voices; empty for the system's default. */
export function setSoundDevice(id: string): void {
  device = id;
  if (context) place(context);
}

// If the device is gone, or the browser cannot choose one, sounds come from the default device.
function place(output: AudioContext): void {
  const { setSinkId } = output as { setSinkId?: (id: string) => Promise<void> };
  setSinkId?.call(output, device).catch(() => undefined);
}

// Browsers allow sound only after the user has interacted with the page.
globalThis.document?.addEventListener('pointerdown', () => void audio()?.resume(), { once: true });
globalThis.document?.addEventListener('keydown', () => void audio()?.resume(), { once: true });

/** Plays a sound once, at the user's volume or at the given one. */
export function playSound(name: SoundName, volume: number = volumeOf(soundVolumes.get(), name)): void {
  const output = audio();
  if (!output || volume <= 0) return;
  void output.resume();
  const gain = output.createGain();
  gain.gain.value = loudnessOf(name, volume);
  // Ringtone gains above 1 can exceed full scale; the limiter keeps that from crackling.
  const limiter = output.createDynamicsCompressor();
  gain.connect(limiter).connect(output.destination);
  for (const note of SOUNDS[name].notes) playNote(output, gain, note);
}

/** Returns the gain of a sound at a volume: 0 to 2, as the specification counts. */
export const loudnessOf = (name: SoundName, volume: number): number => volume * SOUNDS[name].loudness;

function playNote(
  output: AudioContext,
  target: AudioNode,
  note: { at: number; hz: number; seconds: number; level: number },
): void {
  const start = output.currentTime + note.at;
  const tone = output.createOscillator();
  const shape = output.createGain();
  tone.type = 'sine';
  tone.frequency.value = note.hz;
  shape.gain.setValueAtTime(0, start);
  shape.gain.linearRampToValueAtTime(note.level, start + 0.012);
  shape.gain.exponentialRampToValueAtTime(0.001, start + note.seconds);
  tone.connect(shape).connect(target);
  tone.start(start);
  tone.stop(start + note.seconds + 0.02);
}

/** Whether the browser lets this page be heard: only after the user has interacted with it. */
export const canPlaySound = (): boolean =>
  context !== null || (navigator.userActivation?.hasBeenActive ?? true);

function audio(): AudioContext | null {
  // Before the user has touched the page an AudioContext cannot play, and only causes a warning in the console.
  if (typeof AudioContext === 'undefined' || !canPlaySound()) return null;
  if (context === null) {
    context = new AudioContext();
    if (device !== '') place(context);
  }
  return context;
}
