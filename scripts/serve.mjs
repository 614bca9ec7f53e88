// Starts the existing build without checking whether it is up to date: for tests and "npm run dev", which names a program.
import { fail } from './lib/fail.mjs';
import { serve } from './lib/serve.mjs';

const program = process.argv[2];
// Not for the bundle: to read its map takes 100 MB of memory with the first error.
if (program) process.setSourceMapsEnabled(true);
serve(program ? { program } : {}).catch(fail);
