import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENDPOINTS, LISTS, MODULES, WEBHOOK_EVENTS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { AUDIT_ENTRIES, OTHER_ACTIONS } from '../../../test/cases/audit-entries.ts';

const GROUPS = new Set(
  MODULES.filter(({ group }) => group === 'SETTINGS' || group === 'CONFIGURATION').map(({ code }) => code),
);
const OTHERS =
  /^\/api\/(auth\/|user$|user\/(email|second_factor|identities|passkeys)|recordings\/|monitoring\/|customers\/(imports|export|:id\/(erasure|hold|packages)$)|privacy\/packages\/|settings_transfer$)|\/export$|user-activity\/|^\/api\/reports\/\w+\/file$/;
const ofLists = new Set(
  Object.values(LISTS).flatMap(({ endpoints }) =>
    Object.values(endpoints).map(({ method, path: at }) => `${method} ${at}`),
  ),
);

const isAudited = ({ method, path: at, permission, download }: Parameters<typeof nameOf>[0]): boolean => {
  const isChange = method !== 'GET';
  if (OTHERS.test(at)) return isChange || download === true;
  return isChange && GROUPS.has(permission.split(':')[0] as never);
};
const nameOf = (endpoint: { method: string; path: string; permission: string; download?: boolean }) =>
  `${endpoint.method} ${endpoint.path}`;

it('every endpoint declares which audit entry it makes', () => {
  const names = [...ENDPOINTS.values()]
    .filter(isAudited)
    .map(nameOf)
    .filter((name) => !ofLists.has(name));
  expect(Object.keys(AUDIT_ENTRIES).toSorted()).toEqual([...new Set(names)].toSorted());
});

/** The sources of the server, without tests. */
function sources(): string {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const places = [root, path.join(root, '../platform'), path.join(root, '../setup')];
  return places
    .flatMap((place) =>
      fs.readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => path.join(place, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n');
}

it('every declared entry is written somewhere', () => {
  const text = sources();
  const missing = Object.values(AUDIT_ENTRIES).filter((action) => {
    const [about, verb] = action.split('.');
    // Some actions are composed in the code of their subject and a verb.
    const isTogether =
      text.includes(`\`${about}.\${`) ||
      (about === 'holidays' && text.includes('${list.kind}.${edit.action}'));
    return (
      action.includes('.') && !text.includes(`'${action}'`) && !(isTogether && text.includes(`'${verb}'`))
    );
  });
  expect(missing).toEqual([]);
});

/** Events of webhooks, variables of templates and names of fields, which look like actions. */
const NO_ACTIONS = new Set([
  ...WEBHOOK_EVENTS,
  'agent.name',
  'customer.first_name',
  'customer.name',
  'recording.departments',
  'settings.custom',
  'settings.mailbox_id',
  'ticket.number',
]);

it('every action that is written is declared, so that the audit log has words for it', () => {
  const declared = new Set([...Object.values(AUDIT_ENTRIES), ...OTHER_ACTIONS]);
  const areas = new Set([...declared].map((action) => action.split('.')[0]));
  const text = sources();
  const named = [...text.matchAll(/action: '([a-z_-]+\.[a-z_-]+)'/g)].map(([, action = '']) => action);
  const others = [...text.matchAll(/'([a-z_-]+)\.([a-z_-]+)'/g)]
    .filter(([, area]) => areas.has(area))
    .map(([, area, verb]) => `${area}.${verb}`);
  const unknown = [...named, ...others].filter((action) => !declared.has(action) && !NO_ACTIONS.has(action));
  expect([...new Set(unknown)]).toEqual([]);
});
