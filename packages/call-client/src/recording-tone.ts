/** The tone that callers know from recorded lines. */
const HZ = 1400;
const SECONDS = 0.4;
const VOLUME = 0.15;

let context: AudioContext | null = null;

/** Sounds once when a recording begins or goes on, so that who does not look hears of it before they speak. */
export function soundRecordingTone(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    const { currentTime: start, destination } = context;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(VOLUME, start + 0.02);
    volume.gain.setValueAtTime(VOLUME, start + SECONDS - 0.05);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + SECONDS);
    const tone = context.createOscillator();
    tone.frequency.value = HZ;
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + SECONDS);
  } catch {
    // A browser without sound: the sentence says it as well.
  }
}
