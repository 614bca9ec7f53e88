// Starts the existing build without checking whether it is up to date: for tests and "npm run dev".
import { fail } from './lib/fail.mjs';
import { serve } from './lib/serve.mjs';

serve().catch(fail);
