const DAY_S = 86_400;

/** Formats the time of day in a time zone as `14:05:09`, for form inputs. */
export function timeIn(moment: string | number, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(new Date(moment));
}

/** Returns the moment of a day at which clocks show this time; the first one where they show it twice. */
export function momentAt(dayFrom: string, time: string, timeZone: string | undefined): string {
  const wanted = secondsOf(time);
  let moment = Date.parse(dayFrom) + wanted * 1000;
  // On a day with a change of daylight saving the clock differs from the computed time; this is the correction.
  const shown = secondsOf(timeIn(moment, timeZone));
  const off = ((wanted - shown + DAY_S / 2 + DAY_S) % DAY_S) - DAY_S / 2;
  moment += off * 1000;
  return new Date(moment).toISOString();
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}
