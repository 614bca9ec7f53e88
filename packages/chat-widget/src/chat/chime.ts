let context: AudioContext | null = null;

/** Two soft notes. Made here, so that nobody loads a sound that is off by default. */
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
    // A browser without sound, or one that does not allow it yet.
  }
}
