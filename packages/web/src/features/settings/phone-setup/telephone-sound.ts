import { SETUP } from '@trunkline/contract';
import { waveFile } from './wave-file.ts';

/** Longer than a prompt may be. */
export class TooLong extends Error {}

/**
 * Any sound that this browser can play, as telephones hear it. Decoded here: the server needs no decoder for whatever people
 * upload. @throws TooLong, or what the browser says where it is no sound
 */
export async function telephoneSound(bytes: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const context = new OfflineAudioContext(1, 1, SETUP.spokenRate);
  const heard = await context.decodeAudioData(bytes);
  if (heard.duration > SETUP.promptSeconds) throw new TooLong();
  const length = Math.max(1, Math.ceil(heard.duration * SETUP.spokenRate));
  const mixing = new OfflineAudioContext(1, length, SETUP.spokenRate);
  const source = new AudioBufferSourceNode(mixing, { buffer: heard });
  source.connect(mixing.destination);
  source.start();
  return waveFile((await mixing.startRendering()).getChannelData(0));
}
