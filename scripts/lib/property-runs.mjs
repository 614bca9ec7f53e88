// Vitest setup file: in CI tests of properties try the same examples each time, so that only a change can break them.
// Elsewhere each run tries others; PROPERTY_RUNS says how many.
const { CI, PROPERTY_RUNS } = process.env;

if (CI || PROPERTY_RUNS) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({
    ...(CI && { seed: 20_261_123 }),
    ...(PROPERTY_RUNS && { numRuns: Number(PROPERTY_RUNS) }),
  });
}
