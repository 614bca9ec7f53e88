/** The usual tone of recorded telephone calls. */
const HZ = 1400;
const SECONDS = 0.4;
const VOLUME = 0.15;

let context: AudioContext | null = null;

/** Plays the tone when a recording begins or resumes, so that participants hear of it without looking. */
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
    // Without sound the notice on the screen remains.
  }
}
