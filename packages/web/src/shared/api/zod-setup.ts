import { config } from 'zod';

// Zod would compile its checks with eval, which our content security policy forbids and the browser then reports.
// Imported first, because a schema decides when it is made.
config({ jitless: true });
