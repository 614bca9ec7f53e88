import { PHONE_SETUP_LIMITS } from '@trunkline/contract';
import { waveFile } from './wave-file.ts';

/** Thrown for audio that is longer than a prompt may be. */
export class AudioTooLongError extends Error {}

/**
 * Converts any audio that this browser can decode to a telephone's format, so that the server needs no decoders.
 * @throws AudioTooLongError, or the browser's error where the file is no audio
 */
export async function telephoneSound(bytes: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const context = new OfflineAudioContext(1, 1, PHONE_SETUP_LIMITS.spokenRate);
  const heard = await context.decodeAudioData(bytes);
  if (heard.duration > PHONE_SETUP_LIMITS.promptSeconds) throw new AudioTooLongError();
  const length = Math.max(1, Math.ceil(heard.duration * PHONE_SETUP_LIMITS.spokenRate));
  const mixing = new OfflineAudioContext(1, length, PHONE_SETUP_LIMITS.spokenRate);
  const source = new AudioBufferSourceNode(mixing, { buffer: heard });
  source.connect(mixing.destination);
  source.start();
  return waveFile((await mixing.startRendering()).getChannelData(0));
}
