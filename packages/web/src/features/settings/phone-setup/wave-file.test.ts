import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64, waveFile } from './wave-file.ts';

describe('a WAV file', () => {
  it('says what telephones hear: 8 kHz, one channel, 16 bits', () => {
    const file = waveFile(Float32Array.of(0, 1, -1, 2, -0.5));
    const view = new DataView(file.buffer);
    expect(new TextDecoder().decode(file.subarray(0, 4))).toBe('RIFF');
    expect(view.getUint32(4, true)).toBe(file.length - 8);
    expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([
      1, 1, 8000,
    ]);
    expect(view.getUint16(34, true)).toBe(16);
    expect(view.getUint32(40, true)).toBe(10);
    const samples = [0, 1, 2, 3, 4].map((at) => view.getInt16(44 + at * 2, true));
    // Samples beyond the limits are clipped.
    expect(samples).toEqual([0, 32_767, -32_767, 32_767, -16_383]);
  });

  it('goes through base64, also where it is long', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });
});
