import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository; every path that the scripts name is relative to it. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

export const inRoot = (...parts) => path.join(root, ...parts);
