import type { Kind } from '../devices/camera-error.ts';

export type ProcessorSetting = { type: string; config?: Record<string, unknown> };

/** Something that makes another track of a track, until it is stopped. */
export type Running = { track: MediaStreamTrack; stop: () => Promise<void> };
export type StartProcessor = (raw: MediaStreamTrack, setting: ProcessorSetting) => Promise<Running>;

/** What there is, by the library's names. */
export type Processors = Partial<Record<Kind, Partial<Record<string, StartProcessor>>>>;

/** What the file `background.js` beside this script offers. */
type Background = {
  startBackground: (raw: MediaStreamTrack, setting: ProcessorSetting, assets: string) => Promise<Running>;
};

/**
 * The processors of this engine. Backgrounds come in a file of their own, with a model of several megabytes: loaded by
 * those who want one. `home` is where this script came from.
 */
export function processorsFrom(home: string | undefined): Processors {
  if (!home) return {};
  const background: StartProcessor = async (raw, setting) => {
    const address = new URL('background.js', home).href;
    const { startBackground } = (await import(/* @vite-ignore */ address)) as Background;
    return startBackground(raw, setting, new URL('background', home).href);
  };
  return { video: { 'background-blur': background, 'background-image': background } };
}
