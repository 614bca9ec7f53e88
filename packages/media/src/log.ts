import { pino, type Logger } from 'pino';

export type Log = Logger;

/** As loud as the server, and on standard error like it, so that what `npm start` says stays readable. */
export const log: Log = pino({ name: 'media', level: levelIn(process.env) }, pino.destination(2));

export function levelIn(env: Readonly<Record<string, string | undefined>>): string {
  return env['LOG_LEVEL'] || 'warn';
}
