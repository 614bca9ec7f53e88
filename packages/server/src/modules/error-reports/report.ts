import { randomUUID } from 'node:crypto';
import path from 'node:path';

/** A logged error. */
export type LoggedError = { message: string; error: Error | undefined; path: string | undefined };

const TEXT_MAX = 300;
/** How much of a text is looked at: an error may repeat what somebody has sent, at any length. */
const READ_MAX = 2000;
const FRAMES = 30;

/** Removes what may be personal: addresses, numbers, tokens, and everything in quotation marks. Pure. */
export const withoutPersonalData = (text: string): string =>
  text
    .slice(0, READ_MAX)
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[address]')
    .replace(/(["'`“‘«])[^"'`”’»]*["'`”’»]/g, '[text]')
    .replace(/\b\w+:\/\/\S+/g, '[address]')
    .replace(/\(([^()=]+)\)=\(.*\)/g, '($1)=[text]')
    .replace(/\b[\w-]{24,}\b/g, '[token]')
    .replace(/\+?\d[\d ().-]{3,}\d/g, '[number]')
    .slice(0, TEXT_MAX);

/** Stack frames with file names relative to the product, without this machine's folders. Pure. */
function framesOf(stack: string | undefined) {
  const lines = (stack ?? '').split('\n').flatMap((line) => {
    if (line.length > READ_MAX) return [];
    const [, name, file = '', row] = /^\s*at (?:(.+?) \()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/.exec(line) ?? [];
    if (file === '') return [];
    const shown = /(packages\/.+|node_modules\/.+|node:.+)$/.exec(file)?.[1] ?? path.basename(file);
    return [
      { function: name ?? '?', filename: shown, lineno: Number(row), in_app: shown.startsWith('packages') },
    ];
  });
  // Sentry's protocol has the innermost frame last.
  return lines.slice(0, FRAMES).toReversed();
}

/** A report in Sentry's envelope format: https://develop.sentry.dev/sdk/data-model/envelopes/. Pure. */
export function sentryEnvelopeOf({ message, error, path: route }: LoggedError, now: Date): string {
  const id = randomUUID().replaceAll('-', '');
  const at = now.toISOString();
  const event = {
    event_id: id,
    timestamp: at,
    platform: 'node',
    level: 'error',
    logger: 'trunkline',
    message: { formatted: withoutPersonalData(message) },
    ...(route !== undefined && { transaction: route }),
    ...(error && {
      exception: {
        values: [
          {
            type: error.name,
            value: withoutPersonalData(error.message),
            stacktrace: { frames: framesOf(error.stack) },
          },
        ],
      },
    }),
  };
  return [{ event_id: id, sent_at: at }, { type: 'event' }, event]
    .map((part) => JSON.stringify(part))
    .join('\n');
}

/** The key of similar errors (same place), of which one per minute is sent. Pure. */
export const errorKindOf = ({ message, error }: LoggedError): string =>
  `${message} ${error?.name ?? ''} ${(error?.stack ?? '').split('\n')[1] ?? ''}`;
