import { expect, it } from 'vitest';
import { permissionsOf } from './permissions.ts';

it('gives the codes of active modules only', () => {
  const permissions = permissionsOf({
    id: 2,
    name: 'Agent',
    modules: [
      { module_code: 'TICKETS', module_activity_code: 'VIEW, REPLY', is_active: 1 },
      { module_code: 'CUSTOMERS', module_activity_code: 'VIEW', is_active: 0 },
      { module_code: 'CONFIG_APP', module_activity_code: '', is_active: 1 },
    ],
  });
  expect([...permissions]).toEqual(['TICKETS:VIEW', 'TICKETS:REPLY']);
});
