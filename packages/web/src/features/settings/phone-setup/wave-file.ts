import { PHONE_SETUP_LIMITS } from '@trunkline/contract';

const HEADER = 44;
const LOUDEST = 0x7fff;

/** Returns a WAV file (PCM, mono, 16 bits, telephone rate) of samples from -1 to 1. Pure. */
export function waveFile(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const file = new DataView(new ArrayBuffer(HEADER + samples.length * 2));
  const text = (at: number, word: string) =>
    [...word].forEach((letter, index) => file.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  file.setUint32(4, file.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, PHONE_SETUP_LIMITS.spokenRate, true);
  file.setUint32(28, PHONE_SETUP_LIMITS.spokenRate * 2, true);
  file.setUint16(32, 2, true);
  file.setUint16(34, 16, true);
  text(36, 'data');
  file.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, at) =>
    file.setInt16(HEADER + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * LOUDEST), true),
  );
  return new Uint8Array(file.buffer);
}

const PIECE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In pieces, because a function call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
