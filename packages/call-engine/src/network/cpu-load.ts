import type { Sample } from './stats.ts';

export type CpuLoad = {
  cpuLoadState: 'low' | 'high';
  cpuLoadStateReason: 'encode' | 'decode' | 'none';
  stats: { latest: Record<string, unknown> };
};

/** If a frame takes longer than this share of the time between two frames, the machine cannot keep up. */
const BUSY = 0.7;
const TARGET_FPS = 30;

/** Returns the load of encoding and decoding, from the time that each frame took. */
export function cpuLoadOf(before: Sample, now: Sample): CpuLoad {
  const encodeS = perFrame(now.encode, before.encode);
  const decodeS = perFrame(now.decode, before.decode);
  const encodeShare = encodeS * TARGET_FPS;
  const decodeShare = decodeS * TARGET_FPS * now.decode.tracks;
  const isEncodeBusy = now.encode.isLimitedByCpu || encodeShare > BUSY;
  const reason = isEncodeBusy ? 'encode' : decodeShare > BUSY ? 'decode' : 'none';
  return {
    cpuLoadState: reason === 'none' ? 'low' : 'high',
    cpuLoadStateReason: reason,
    stats: {
      latest: {
        timestamp: now.at,
        frameEncodeTimeSec: encodeS,
        targetEncodeFrameRate: TARGET_FPS,
        targetDecodeFrameRate: TARGET_FPS,
        cpuUsageBasedOnTargetEncode: encodeShare,
        cpuUsageBasedOnGlobalDecode: decodeShare,
        avgFrameDecodeTimeSec: decodeS,
        totalReceivedVideoTracks: now.decode.tracks,
      },
    },
  };
}

function perFrame(
  now: { frames: number; seconds: number },
  before: { frames: number; seconds: number },
): number {
  const frames = now.frames - before.frames;
  return frames > 0 ? Math.max(0, now.seconds - before.seconds) / frames : 0;
}
