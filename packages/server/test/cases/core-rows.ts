/** The first `count` rows in the core run (`npm test`); all of them in the full run and when vitest is started by hand. */
export const coreRows = <T>(count: number, rows: readonly T[]): T[] =>
  process.env['TEST_RUN'] === 'core' ? rows.slice(0, count) : [...rows];
