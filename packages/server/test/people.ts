import type { LevelName } from '../src/setup/levels.ts';
import type { DemoPerson } from '../src/setup/workspace.ts';

/** The users of all tests; their rights follow from their level and departments. */
export type Username = 'admin' | 'supervisor' | 'qa' | 'dewi' | 'budi' | 'sarah';

export const PASSWORD = 'correct horse battery';

export const LEVEL_OF: Record<Username, LevelName> = {
  admin: 'administrator',
  supervisor: 'supervisor',
  qa: 'qa',
  dewi: 'agent',
  budi: 'agent',
  sarah: 'agent',
};

/** Dewi and Budi work in the first department, Sarah in the second. */
export function cast([care = 0, billing = 0]: readonly number[]): (DemoPerson & { password: string })[] {
  const person = (username: Username, fullname: string, departments: number[]) => ({
    username,
    fullname,
    departments,
    level: LEVEL_OF[username],
    password: PASSWORD,
    extension: `ext-${username}`,
    isMonitoring: username === 'supervisor',
  });
  return [
    person('admin', 'Ratna Wijaya', [care, billing]),
    person('supervisor', 'Michael Tan', [care, billing]),
    person('qa', 'Laras Prameswari', [care]),
    person('dewi', 'Dewi Lestari', [care]),
    person('budi', 'Budi Santoso', [care]),
    person('sarah', 'سارة القحطاني', [billing]),
  ];
}
