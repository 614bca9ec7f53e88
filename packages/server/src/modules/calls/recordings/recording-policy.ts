import type { CallKind, RecordingNow, RecordingPolicy, RecordingSettings } from '@trunkline/contract';

type Settings = RecordingSettings & { default: RecordingPolicy };

const DAY_MS = 24 * 3_600_000;

/** Whether calls of this kind are recorded in this department: its own word, that for all, that of the server. */
export function policyFor(
  settings: Settings,
  { kind, departmentId }: { kind: CallKind; departmentId: number | undefined },
): RecordingPolicy {
  const own = settings.departments.find(({ department_id: id }) => id === departmentId);
  return own?.[kind] ?? settings[kind] ?? settings.default;
}

/** How a call stands, as far as recording goes. */
type RecordedCall = {
  policy: RecordingPolicy;
  /** Connected; it may be on hold. */
  isOn: boolean;
  isHeld: boolean;
  /** Its agent said stop. */
  isPaused: boolean;
  isRunning: boolean;
  /** There is something of it already. */
  hasBegun: boolean;
};

/** What our people see: nothing but what is so. */
export function shownToStaff({ isOn, isRunning, hasBegun, isPaused }: RecordedCall): RecordingNow {
  if (isRunning) return 'on';
  return isOn && (hasBegun || isPaused) ? 'paused' : 'off';
}

/**
 * What customers are told: a recording that is about to begin is one, so that nobody is heard before they know. One that
 * is about to stop because they are on hold is none any more: it has nothing left to record of them.
 */
export function shownOutside(standing: RecordedCall): RecordingNow {
  const { policy, isOn, isHeld, isPaused } = standing;
  if (isHeld) return shownToStaff({ ...standing, isRunning: false });
  return isOn && policy === 'always' && !isPaused ? 'on' : shownToStaff(standing);
}

/** When a recording's time is over; null while there is no end to it. */
export function deletesAt(
  { ended_at: endedAt, isKept }: { ended_at: string | null; isKept: boolean },
  keepDays: number | null,
): Date | null {
  if (keepDays === null || endedAt === null || isKept) return null;
  return new Date(Date.parse(endedAt) + keepDays * DAY_MS);
}

/** What ended before this moment has been kept long enough. */
export const keptUntil = (now: Date, keepDays: number): Date => new Date(now.getTime() - keepDays * DAY_MS);
