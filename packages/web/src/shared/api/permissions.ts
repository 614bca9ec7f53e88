import type { ActivityCode, ModuleCode, UserLevel } from '@trunkline/contract';

export type PermissionCode = `${ModuleCode}:${ActivityCode}`;

/** Returns every `MODULE:ACTIVITY` that a role allows, from its active modules and their codes. */
export function permissionsOf(level: UserLevel): ReadonlySet<string> {
  const active = level.modules.filter((entry) => entry.is_active === 1);
  return new Set(
    active.flatMap((entry) =>
      entry.module_activity_code
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean)
        .map((code) => `${entry.module_code}:${code}`),
    ),
  );
}
