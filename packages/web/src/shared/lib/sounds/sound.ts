import type { CurrentUser, SoundName } from '@trunkline/contract';
import { createStore } from '../store.ts';
import { SOUNDS } from './sounds.ts';

/** Volumes 0 to 1 by sound name, as the person set them. */
export const soundVolumes = createStore<Readonly<CurrentUser['sounds']>>({});

/** Ringtones are as loud as the specification says until the person sets them; what may tick all day is softer. */
const DEFAULT_VOLUMES: Record<SoundName, number> = { call: 1, 'room-call': 1, waiting: 0.6, message: 0.6 };

/** The volume that somebody has set for a sound, or that it has before they do. */
export const volumeOf = (volumes: CurrentUser['sounds'], name: SoundName): number =>
  volumes[name] ?? DEFAULT_VOLUMES[name];

let context: AudioContext | null = null;
let device = '';

/** Where everything sounds: a loudspeaker, while the headset is worn for voices. Empty: the machine's own choice. */
export function soundOn(id: string): void {
  device = id;
  if (context) place(context);
}

// Where it has gone, or a browser knows no such thing, it sounds where everything does.
function place(output: AudioContext): void {
  const { setSinkId } = output as { setSinkId?: (id: string) => Promise<void> };
  setSinkId?.call(output, device).catch(() => undefined);
}

// Browsers let a page sound only after somebody has used it.
globalThis.document?.addEventListener('pointerdown', () => void audio()?.resume(), { once: true });
globalThis.document?.addEventListener('keydown', () => void audio()?.resume(), { once: true });

/** Plays a sound once, at the person's volume or at the given one. */
export function playSound(name: SoundName, volume: number = volumeOf(soundVolumes.get(), name)): void {
  const output = audio();
  if (!output || volume <= 0) return;
  void output.resume();
  const gain = output.createGain();
  gain.gain.value = loudnessOf(name, volume);
  // Above 1 the ringtone is louder than the loudest sample; this keeps it from crackling.
  const limiter = output.createDynamicsCompressor();
  gain.connect(limiter).connect(output.destination);
  for (const note of SOUNDS[name].notes) playNote(output, gain, note);
}

/** How loud a sound is at a volume: 0 to 2, as the specification counts. */
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

function audio(): AudioContext | null {
  // Before anybody has used the page the browser would only complain.
  const mayStart = context !== null || (navigator.userActivation?.hasBeenActive ?? true);
  if (typeof AudioContext === 'undefined' || !mayStart) return null;
  if (context === null) {
    context = new AudioContext();
    if (device !== '') place(context);
  }
  return context;
}
