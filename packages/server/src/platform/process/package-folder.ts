import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, whether this runs from its sources, compiled or bundled. */
const FOLDER = folderAbove(path.dirname(fileURLToPath(import.meta.url)));

function folderAbove(folder: string): string {
  return fs.existsSync(path.join(folder, 'package.json')) ? folder : folderAbove(path.dirname(folder));
}

/** The absolute path of a file of this package, given relative to its folder. */
export const inPackage = (file: string): string => path.join(FOLDER, file);
