import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository; all paths of the scripts are relative to it. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

export const inRoot = (...parts) => path.join(root, ...parts);
