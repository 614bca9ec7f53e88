// Vitest setup file: commands under test set the umask of the process, which the next test file, and the servers that it starts, would inherit.
import { afterAll } from 'vitest';

const umask = process.umask();
afterAll(() => {
  process.umask(umask);
});
