import { clockText, readDay, readWeek, type DayPeriod } from '@trunkline/contract';
import { extensionLines, type ConfigSection } from './config-text.ts';

/** Office hours as the settings have them. */
export type PlannedHours = {
  id: number;
  time_zone: string;
  hours: string;
  /** Exceptions of these office hours come before holidays for all; of two for one day, the one for that very date wins. */
  exceptions: readonly { date: string; is_yearly: boolean; hours: string }[];
};

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const ZONE = /^[\w+/-]{1,64}$/;

export const hoursContext = (id: number): string => `trunkline-hours-${id}`;

/**
 * Returns 1 (GOSUB_RETVAL) while these office hours are open, and 0 otherwise. Exceptions before `today` are left out. Pure.
 */
export function hoursSection(
  { id, time_zone: zone, hours, exceptions }: PlannedHours,
  today: string,
): ConfigSection {
  const safeZone = ZONE.test(zone) ? zone : 'UTC';
  const days = [...exceptions]
    .filter(({ date, is_yearly: isYearly }) => isYearly || date >= today)
    .toSorted((a, b) => Number(a.is_yearly) - Number(b.is_yearly));
  const day = (exception: PlannedHours['exceptions'][number], at: number) => {
    const { date, is_yearly: isYearly } = exception;
    const [shown, wanted] = isYearly ? ['${TODAY:5}', date.slice(5)] : ['${TODAY}', date];
    return `GotoIf($["${shown}" = "${wanted}"]?day${at},1)`;
  };
  return {
    name: hoursContext(id),
    lines: [
      ...extensionLines('s', [
        `Set(TODAY=\${STRFTIME(\${EPOCH},${safeZone},%Y-%m-%d)})`,
        ...days.map(day),
        ...(readWeek(hours) ?? []).map((period) => openIn(period, DAYS[period.weekday - 1] ?? '*', safeZone)),
        'Return(0)',
      ]),
      ...days.flatMap((exception, at) =>
        extensionLines(`day${at}`, [
          ...(readDay(exception.hours) ?? []).map((period) => openIn(period, '*', safeZone)),
          'Return(0)',
        ]),
      ),
      ...extensionLines('open', ['Return(1)']),
    ],
  };
}

/** For the gateway the end is inclusive. */
const openIn = ({ from_minute: from, to_minute: to }: DayPeriod, weekday: string, zone: string): string =>
  `GotoIfTime(${clockText(from)}-${clockText(to - 1)},${weekday},*,*,${zone}?open,1)`;
