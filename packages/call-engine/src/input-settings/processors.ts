import type { Kind } from '../devices/camera-error.ts';

export type ProcessorSetting = { type: string; config?: Record<string, unknown> };

/** Something that makes another track of a track, until it is stopped. */
export type Running = { track: MediaStreamTrack; stop: () => Promise<void> };
export type StartProcessor = (raw: MediaStreamTrack, setting: ProcessorSetting) => Promise<Running>;

/** What there is, by the library's names. */
export type Processors = Partial<Record<Kind, Partial<Record<string, StartProcessor>>>>;

/** A processor of a file beside this script; its own files lie at `assets`. */
type Start = (raw: MediaStreamTrack, setting: ProcessorSetting, assets: string) => Promise<Running>;
type Background = { startBackground: Start };
type Noise = { startNoiseCancellation: Start };

/**
 * The processors of this engine. They come in files of their own, with programs and a model of several megabytes: loaded
 * by those who want one. `home` says where this script came from, once somebody does.
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
    const { startNoiseCancellation } = (await import(/* @vite-ignore */ at('noise.js'))) as Noise;
    return startNoiseCancellation(raw, setting, at('noise'));
  };
  return {
    audio: { 'noise-cancellation': noise },
    video: { 'background-blur': background, 'background-image': background },
  };
}
