import { BackgroundProcessor, type BackgroundProcessorWrapper } from '@livekit/track-processors';
import type { Track } from 'livekit-client';
import type { ProcessorSetting, RunningProcessor } from '../input-settings/processors.ts';
import { drawPreset } from './preset-image.ts';

/** The blur radius at full strength, in pixels of the sent video. */
const BLUR_MAX = 25;
const BLUR_DEFAULT = 0.5;

/**
 * Starts the processor that blurs or replaces the background. Its model and program lie beside this script on our own
 * server, so that nothing is fetched from elsewhere. This file is loaded only when a background is wanted.
 */
export async function startBackground(
  raw: MediaStreamTrack,
  { type, config = {} }: ProcessorSetting,
  assets: string,
): Promise<RunningProcessor> {
  const common = {
    assetPaths: { tasksVisionFileSet: assets, modelAssetPath: `${assets}/selfie_segmentation.tflite` },
    segmenterOptions: { delegate: hasGpu() ? ('GPU' as const) : ('CPU' as const) },
  };
  const processor: BackgroundProcessorWrapper =
    type === 'background-blur'
      ? BackgroundProcessor({ ...common, mode: 'background-blur', blurRadius: strengthOf(config) * BLUR_MAX })
      : BackgroundProcessor({ ...common, mode: 'virtual-background', imagePath: imageOf(config) });
  const element = document.createElement('video');
  element.muted = true;
  element.srcObject = new MediaStream([raw]);
  await element.play();
  await processor.init({ kind: 'video' as Track.Kind.Video, track: raw, element });
  const track = processor.processedTrack;
  if (!track) throw new Error('The background processor gave no picture');
  return {
    track,
    stop: async () => {
      await processor.destroy();
      track.stop();
      element.srcObject = null;
    },
  };
}

const strengthOf = ({ strength }: Record<string, unknown>): number =>
  typeof strength === 'number' ? strength : BLUR_DEFAULT;

/** Returns the address of the application's own image, or of one of ten presets drawn here. */
function imageOf({ source, type }: Record<string, unknown>): string {
  if (source instanceof ArrayBuffer) return URL.createObjectURL(new Blob([source]));
  if (type === 'url' && typeof source === 'string') return source;
  return drawPreset(Number(source) || 1);
}

/** Whether the machine has a real graphics card; software rendering would be too slow. */
function hasGpu(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = info && context?.getParameter(info.UNMASKED_RENDERER_WEBGL);
  return typeof renderer === 'string' && !/swiftshader|llvmpipe|software/i.test(renderer);
}
