import type { CurrentUser, SoundName } from '@trunkline/contract';
import { createStore } from './store.ts';
import { SOUNDS } from './sounds.ts';

/** Volumes 0 to 1 by sound name, as the person set them. */
export const soundVolumes = createStore<Readonly<CurrentUser['sounds']>>({});

export const DEFAULT_VOLUME = 0.6;

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
export function playSound(
  name: SoundName,
  volume: number = soundVolumes.get()[name] ?? DEFAULT_VOLUME,
): void {
  const output = audio();
  if (!output || volume <= 0) return;
  void output.resume();
  const gain = output.createGain();
  gain.gain.value = volume * SOUNDS[name].loudness;
  // Above 1 the ringtone is louder than the loudest sample; this keeps it from crackling.
  const limiter = output.createDynamicsCompressor();
  gain.connect(limiter).connect(output.destination);
  for (const note of SOUNDS[name].notes) playNote(output, gain, note);
}

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
