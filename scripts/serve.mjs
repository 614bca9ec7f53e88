// Starts what is built already, without looking whether it is up to date: for the tests and "npm run dev".
import { fail } from './lib/fail.mjs';
import { serve } from './lib/serve.mjs';

serve().catch(fail);
