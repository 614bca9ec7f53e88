export type Meter = { track: MediaStreamTrack; level: () => number; close: () => void };

/** Makes a meter that measures the loudness of a track, from 0 to 1. */
export function openMeter(track: MediaStreamTrack): Meter {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  // Before the user has interacted with the page an AudioContext may stay suspended; the microphone alone may start it.
  void context.resume().catch(() => undefined);
  const samples = new Float32Array(analyser.fftSize);
  return {
    track,
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, each) => sum + each * each, 0) / samples.length;
      return Math.min(1, Math.sqrt(power));
    },
    close: () => void context.close().catch(() => undefined),
  };
}
