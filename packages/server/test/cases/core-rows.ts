/** The first `count` rows in the core run (`npm test`); all of them in the full run and when vitest is started by hand. */
export const coreRows = <T>(count: number, rows: readonly T[]): T[] =>
  isCore() ? rows.slice(0, count) : [...rows];

/** Every tenth row in the core run, starting elsewhere for each subject, so that each row meets a tenth of them; else all. */
export const coreTenth = <T>(subject: number, rows: readonly T[]): T[] =>
  isCore() ? rows.filter((_row, at) => at % 10 === subject % 10) : [...rows];

const isCore = (): boolean => process.env['TEST_RUN'] === 'core';
