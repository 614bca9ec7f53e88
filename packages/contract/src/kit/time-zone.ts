import { z } from 'zod';

/** Is this the name of a time zone? Older names are not listed by `Intl` but still understood. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const timeZone = z.string().trim().max(64).refine(isTimeZone, {
  message: 'There is no such time zone: use a name such as Asia/Jakarta or UTC',
});
