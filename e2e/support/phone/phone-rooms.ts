import type { Page } from 'playwright/test';

type VoicePosition = { at: 'speakers' } | { at: 'telephone'; does: 'hears' | 'says' };

/**
 * Returns the level of a tone in decibels (0 is the loudest possible), in what a page plays or what passes over its
 * call at the gateway.
 */
const loudnessOf = (page: Page, hertz: number, where: VoicePosition): Promise<number> =>
  page.evaluate(
    async ([wanted, place]) => {
      const { voices = [] } = globalThis as unknown as { voices?: RTCPeerConnection[] };
      // A room's connection has several tracks; the one to the gateway has a single track each way.
      const line = voices.findLast((each) => each.getSenders().length === 1);
      const over =
        place.at === 'telephone' && place.does === 'hears' ? line?.getReceivers() : line?.getSenders();
      const heard = [...document.querySelectorAll('audio')].flatMap(({ srcObject }) =>
        srcObject instanceof MediaStream ? srcObject.getAudioTracks() : [],
      );
      const tracks = place.at === 'speakers' ? heard : (over ?? []).flatMap(({ track }) => track ?? []);
      const context = new AudioContext({ sampleRate: 8000 });
      await context.resume();
      const ears = tracks.map((track) => {
        const analyser = new AnalyserNode(context, { fftSize: 2048, smoothingTimeConstant: 0.5 });
        context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
        return analyser;
      });
      await new Promise((resolve) => void setTimeout(resolve, 600));
      const at = Math.round(wanted / (8000 / 2048));
      const loud = ears.map((ear) => {
        const bins = new Float32Array(ear.frequencyBinCount);
        ear.getFloatFrequencyData(bins);
        return Math.max(...bins.slice(at - 2, at + 3));
      });
      await context.close();
      return Math.max(-200, ...loud);
    },
    [hertz, where] as const,
  );

const IS_HEARD = -60;

/** Whether a tone can be heard from a page's loudspeakers. */
export const isToneAudible = async (page: Page, hertz: number): Promise<boolean> =>
  (await loudnessOf(page, hertz, { at: 'speakers' })) > IS_HEARD;

/** Whether a tone comes from the telephone's side, or is sent to it. */
export const isToneOnPhoneLine = async (
  page: Page,
  hertz: number,
  does: 'hears' | 'says',
): Promise<boolean> => (await loudnessOf(page, hertz, { at: 'telephone', does })) > IS_HEARD;
