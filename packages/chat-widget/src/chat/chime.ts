let context: AudioContext | null = null;

/** Plays two soft notes, which are synthesised so that nobody loads a sound file that is off by default. */
export function chime(): void {
  try {
    context ??= new AudioContext();
    const { currentTime: now, destination } = context;
    for (const [index, pitch] of [784, 1047].entries()) {
      const start = now + index * 0.09;
      const volume = context.createGain();
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.12, start + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.28);
      const tone = context.createOscillator();
      tone.frequency.value = pitch;
      tone.connect(volume).connect(destination);
      tone.start(start);
      tone.stop(start + 0.3);
    }
  } catch {
    // The browser has no sound, or does not allow it yet.
  }
}
