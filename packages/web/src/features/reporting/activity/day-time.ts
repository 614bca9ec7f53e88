const DAY_S = 86_400;

/** The time on the clock of a zone, `14:05:09`, as fields of forms have it. */
export function timeIn(moment: string | number, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(new Date(moment));
}

/** The moment of a day at which the clock shows that time; the first one where it shows it twice. */
export function momentAt(dayFrom: string, time: string, timeZone: string | undefined): string {
  const wanted = secondsOf(time);
  let moment = Date.parse(dayFrom) + wanted * 1000;
  // Clocks that change on that day show another time: as much earlier or later it is.
  const shown = secondsOf(timeIn(moment, timeZone));
  const off = ((wanted - shown + DAY_S / 2 + DAY_S) % DAY_S) - DAY_S / 2;
  moment += off * 1000;
  return new Date(moment).toISOString();
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}
