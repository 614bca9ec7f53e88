const A_SECOND = 8000;
const LOUDNESS = 8000;
const BIAS = 132;
const CLIP = 32_635;

/** Returns two seconds of a tone for telephones: 8 kHz mu-law (ITU-T G.711), without a header. */
export function toneOf(hertz: number): Buffer {
  const samples = Array.from({ length: 2 * A_SECOND }, (_, at) =>
    muLaw(Math.round(LOUDNESS * Math.sin((2 * Math.PI * hertz * at) / A_SECOND))),
  );
  return Buffer.from(samples);
}

function muLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const loud = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = Math.floor(Math.log2(loud)) - 7;
  const mantissa = (loud >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}
