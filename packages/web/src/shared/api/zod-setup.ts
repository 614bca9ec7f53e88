import { config } from 'zod';

// Zod would compile its checks with eval, which our content security policy forbids and browsers then report. Must be
// imported first, because a schema decides when it is created.
config({ jitless: true });
