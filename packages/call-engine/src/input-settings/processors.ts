import type { CaptureKind } from '../devices/camera-error.ts';

export type ProcessorSetting = { type: string; config?: Record<string, unknown> };

/** A running processor with its output track. */
export type RunningProcessor = { track: MediaStreamTrack; stop: () => Promise<void> };
export type StartProcessor = (raw: MediaStreamTrack, setting: ProcessorSetting) => Promise<RunningProcessor>;

/** The supported processors, by the library's names. */
export type Processors = Partial<Record<CaptureKind, Partial<Record<string, StartProcessor>>>>;

/** Starts a processor from a separate module, whose own files lie at `assets`. */
type Start = (raw: MediaStreamTrack, setting: ProcessorSetting, assets: string) => Promise<RunningProcessor>;
type Background = { startBackground: Start };
type NoiseLibrary = { startNoiseCancellation: Start };

/**
 * Returns the processors of this engine. They are separate modules with models of several megabytes, loaded only by
 * calls that use one. `home` returns the address of this script, once it is known.
 */
export function processorsFrom(home: () => string | undefined): Processors {
  const at = (place: string) => {
    const from = home();
    if (!from) throw new Error('Nobody has said where this script came from');
    return new URL(place, from).href;
  };
  const background: StartProcessor = async (raw, setting) => {
    const { startBackground } = (await import(/* @vite-ignore */ at('background.js'))) as Background;
    return startBackground(raw, setting, at('background'));
  };
  const noise: StartProcessor = async (raw, setting) => {
    const { startNoiseCancellation } = (await import(/* @vite-ignore */ at('noise.js'))) as NoiseLibrary;
    return startNoiseCancellation(raw, setting, at('noise'));
  };
  return {
    audio: { 'noise-cancellation': noise },
    video: { 'background-blur': background, 'background-image': background },
  };
}
