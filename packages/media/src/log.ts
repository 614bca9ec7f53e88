import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Lines of JSON on standard output; `server` passes them on to its own log. */
export const log: Log = pino({ name: 'media', level: process.env['LOG_LEVEL'] ?? 'info' });
