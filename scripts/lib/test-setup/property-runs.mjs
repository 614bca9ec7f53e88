// Vitest setup file: in CI property tests always use the same examples, so that only a change can break them. Elsewhere each
// run uses others; PROPERTY_RUNS sets how many.
const { CI, PROPERTY_RUNS } = process.env;

if (CI || PROPERTY_RUNS) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({
    ...(CI && { seed: 20_261_123 }),
    ...(PROPERTY_RUNS && { numRuns: Number(PROPERTY_RUNS) }),
  });
}
