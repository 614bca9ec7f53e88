import { GtcrnWorkletNode, loadGtcrn } from '@sapphi-red/web-noise-suppressor';
import type { ProcessorSetting, RunningProcessor } from '../input-settings/processors.ts';

/** One of the two rates that the program supports; the other would cut off everything above 8 kHz. */
const SAMPLE_RATE = 48_000;
const STARTS_WITHIN_MS = 1000;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/**
 * Starts noise cancellation (GTCRN). Its program lies beside this script on our own server, so that nothing is fetched
 * from elsewhere. This file is loaded only when it is wanted.
 */
export async function startNoiseCancellation(
  raw: MediaStreamTrack,
  _setting: ProcessorSetting,
  assets: string,
): Promise<RunningProcessor> {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  try {
    const [wasmBinary] = await Promise.all([
      loadGtcrn({ url: `${assets}/gtcrn.wasm` }),
      context.audioWorklet.addModule(`${assets}/gtcrn-worklet.js`),
    ]);
    const source = context.createMediaStreamSource(new MediaStream([raw]));
    const suppressor = new GtcrnWorkletNode(context, { maxChannels: 1, wasmBinary });
    const result = context.createMediaStreamDestination();
    source.connect(suppressor).connect(result);
    await Promise.race([context.resume(), pause(STARTS_WITHIN_MS)]);
    // Before the user has interacted with the page audio cannot be processed; a noisy call is better than a silent one.
    if (context.state !== 'running') throw new Error('The browser does not process sound on this page yet');
    const [track] = result.stream.getAudioTracks();
    if (!track) throw new Error('The noise processor gave no sound');
    return {
      track,
      stop: async () => {
        suppressor.destroy();
        track.stop();
        await context.close();
      },
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}
