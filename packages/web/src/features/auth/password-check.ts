export type PasswordEntry = { current: string; next: string; repeat: string };
export type PasswordProblem = { field: keyof PasswordEntry; key: string; count?: number };

/** Returns the problem that is known without asking the server: empty, too short, or two different entries. */
export function passwordProblem(
  entry: PasswordEntry,
  { min, withCurrent }: { min: number; withCurrent: boolean },
): PasswordProblem | null {
  if (withCurrent && entry.current === '') return { field: 'current', key: 'failed.required' };
  if ([...entry.next].length < min) return { field: 'next', key: 'failed.weak.too_short' };
  if (withCurrent && entry.next === entry.current)
    return { field: 'next', key: 'failed.weak.same_as_before' };
  if (entry.next !== entry.repeat) return { field: 'repeat', key: 'failed.mismatch' };
  return null;
}
