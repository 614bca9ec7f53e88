/** The first `count` rows in the core run (`npm test`); all of them in the full run and when vitest is started by hand. */
export const coreRows = <T>(count: number, rows: readonly T[]): T[] =>
  isCore() ? rows.slice(0, count) : [...rows];

/** Every third row in the core run, starting elsewhere for each subject, so that each row meets a third of them; else all. */
export const coreThird = <T>(subject: number, rows: readonly T[]): T[] =>
  isCore() ? rows.filter((_row, at) => at % 3 === subject % 3) : [...rows];

const isCore = (): boolean => process.env['TEST_RUN'] === 'core';
