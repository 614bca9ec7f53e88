import type { CallKind, RecordingIndicator, RecordingPolicy, RecordingSettings } from '@trunkline/contract';

type Settings = RecordingSettings & { default: RecordingPolicy };

const DAY_MS = 24 * 3_600_000;

/** Whether calls of this kind are recorded: by the setting of the department, else of the workspace, else of the server. */
export function recordingPolicyFor(
  settings: Settings,
  { kind, departmentId }: { kind: CallKind; departmentId: number | undefined },
): RecordingPolicy {
  const own = settings.departments.find(({ department_id: id }) => id === departmentId);
  return own?.[kind] ?? settings[kind] ?? settings.default;
}

/** The state of a call, as far as recording goes. */
type RecordedCall = {
  policy: RecordingPolicy;
  /** Connected; it may be on hold. */
  isOn: boolean;
  isHeld: boolean;
  /** Its agent has paused the recording. */
  isPaused: boolean;
  isRunning: boolean;
  /** Part of it is recorded already. */
  hasBegun: boolean;
};

/** What our people see: the actual state. */
export function indicatorForAgents({
  isOn,
  isRunning,
  hasBegun,
  isPaused,
}: RecordedCall): RecordingIndicator {
  if (isRunning) return 'on';
  return isOn && (hasBegun || isPaused) ? 'paused' : 'off';
}

/**
 * What customers see: a recording that is about to begin is shown as on, so that nobody is recorded before they know. While
 * they are on hold it is not shown as on, even if it has not stopped yet: nothing of them can be heard.
 */
export function indicatorForCustomers(standing: RecordedCall): RecordingIndicator {
  const { policy, isOn, isHeld, isPaused } = standing;
  if (isHeld) return indicatorForAgents({ ...standing, isRunning: false });
  return isOn && policy === 'always' && !isPaused ? 'on' : indicatorForAgents(standing);
}

/** When a recording is deleted; null if it is kept without limit. */
export function recordingDeletionTime(
  { ended_at: endedAt, isKept }: { ended_at: string | null; isKept: boolean },
  keepDays: number | null,
): Date | null {
  if (keepDays === null || endedAt === null || isKept) return null;
  return new Date(Date.parse(endedAt) + keepDays * DAY_MS);
}

/** The moment before which a recording must have ended to be deleted now. */
export const deletionCutoff = (now: Date, keepDays: number): Date =>
  new Date(now.getTime() - keepDays * DAY_MS);
