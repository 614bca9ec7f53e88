import type { SumDifference } from './store.ts';
import { ALL_DEPARTMENTS } from './sums.ts';

export type DaysCheck = { compared: number; unsummed: number; differences: SumDifference[] };

/** More lines than anybody reads at once. */
const SHOWN = 50;

/** What a check found, in sentences. */
export function daysCheckText({ compared, unsummed, differences }: DaysCheck): string {
  const open =
    unsummed > 0 ? ` ${unsummed} more are not summed up as they are now, and are read from the tickets.` : '';
  if (differences.length === 0) return `The sums of ${compared} days are what their tickets say.${open}`;
  const days = new Set(differences.map(({ day }) => day)).size;
  const lines = differences.slice(0, SHOWN).map(({ day, department_id: id, columns }) => {
    const of = id === ALL_DEPARTMENTS ? 'all departments' : `department ${id}`;
    return `  ${day}, ${of}: ${columns.join(', ')}`;
  });
  const rest = differences.length > SHOWN ? `\n  and ${differences.length - SHOWN} more` : '';
  return `Of ${compared} days ${days} are not what their tickets say:\n${lines.join('\n')}${rest}\nnpm run figures:check -- --rebuild sums them up anew.${open}`;
}
