/** The first rows of a table of cases in the core (`npm test`), all of them in the full run and wherever vitest is called by hand. */
export const coreRows = <T>(count: number, rows: readonly T[]): T[] =>
  process.env['TEST_RUN'] === 'core' ? rows.slice(0, count) : [...rows];
