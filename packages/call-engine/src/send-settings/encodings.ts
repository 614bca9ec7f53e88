type Layer = Pick<
  RTCRtpEncodingParameters,
  'maxBitrate' | 'maxFramerate' | 'scaleResolutionDownBy' | 'active'
>;
export type Encodings = Layer[];

const LOW: Layer = { maxBitrate: 80_000, maxFramerate: 10, scaleResolutionDownBy: 4 };
const MEDIUM: Layer = { maxBitrate: 250_000, maxFramerate: 20, scaleResolutionDownBy: 2 };
const HIGH: Layer = { maxBitrate: 1_200_000, maxFramerate: 30, scaleResolutionDownBy: 1 };
const SCREEN: Layer = { maxBitrate: 2_500_000, maxFramerate: 10, scaleResolutionDownBy: 1 };

/** The library's presets, from the lowest layer to the highest. The library documents only the aim of each; the figures are ours. */
const PRESETS: Record<string, Encodings> = {
  'default-video': [LOW, MEDIUM, HIGH],
  'bandwidth-optimized': [LOW, { ...MEDIUM, maxBitrate: 200_000, maxFramerate: 15 }],
  'bandwidth-and-quality-balanced': [LOW, MEDIUM, { ...HIGH, maxBitrate: 700_000 }],
  'quality-optimized': [LOW, { ...MEDIUM, maxBitrate: 500_000 }, { ...HIGH, maxBitrate: 2_000_000 }],
  'adaptive-2-layers': [LOW, { ...HIGH, maxBitrate: 1_000_000, scaleResolutionDownBy: 2 }],
  'adaptive-3-layers': [LOW, MEDIUM, { ...HIGH, maxBitrate: 1_700_000 }],
  'default-screen-video': [SCREEN],
  'detail-optimized': [{ ...SCREEN, maxFramerate: 5 }],
  'motion-optimized': [{ ...SCREEN, maxFramerate: 30 }],
  'motion-and-detail-balanced': [{ ...SCREEN, maxFramerate: 15 }],
};
const QUALITIES = ['low', 'medium', 'high'] as const;

type Custom = { maxQuality?: (typeof QUALITIES)[number]; encodings?: Partial<Record<string, Layer>> };

/** Returns the layers of a setting: those of a preset, or custom ones; undefined leaves them to the defaults. */
export function encodingsFor(what: 'video' | 'screenVideo', setting: unknown): Encodings | undefined {
  if (typeof setting === 'string') return PRESETS[setting];
  if (typeof setting !== 'object' || setting === null) return undefined;
  const { maxQuality, encodings } = setting as Custom;
  const own = encodings && QUALITIES.flatMap((quality) => encodings[quality] ?? []);
  const all = own ?? PRESETS[what === 'video' ? 'default-video' : 'default-screen-video'] ?? [];
  return maxQuality ? all.slice(0, QUALITIES.indexOf(maxQuality) + 1) : all;
}
