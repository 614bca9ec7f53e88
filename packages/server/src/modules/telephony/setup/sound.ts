import { PHONE_SETUP_LIMITS } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import { readWaveFrom } from '../recordings/wave.ts';

/**
 * Decodes audio that a browser has recorded or made from speech, checking its content. @throws AppError where it is something
 * else
 */
export async function readSound(base64: string): Promise<{ audio: Buffer; duration_ms: number }> {
  const audio = Buffer.from(base64, 'base64');
  const wave = await readWaveFrom({
    read: async (into, offset, length, position) =>
      Promise.resolve({
        bytesRead: position >= audio.length ? 0 : audio.copy(into, offset, position, position + length),
      }),
  });
  if (!wave || wave.rate !== PHONE_SETUP_LIMITS.spokenRate)
    throw new AppError('unsupported_type', {
      reason: 'wave_needed',
    });
  if (wave.duration_ms > PHONE_SETUP_LIMITS.promptSeconds * 1000) throw new AppError('too_large');
  return { audio, duration_ms: wave.duration_ms };
}
