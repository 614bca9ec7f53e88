import { z } from 'zod';

/** Whether this is the name of a time zone. Outdated names are accepted too, though `Intl` does not list them. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const timeZone = z.string().trim().max(64).refine(isTimeZone, {
  message: 'Unknown time zone: use a name such as Asia/Jakarta or UTC',
});
