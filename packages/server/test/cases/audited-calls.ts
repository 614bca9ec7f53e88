import type { BackupState, LevelLayouts } from '@trunkline/contract';
import type { TestApp } from '../app.ts';
import type { deskOf } from '../desk.ts';
import { PASSWORD, type Username } from '../people.ts';

/** One request to an audited endpoint: what its path names, and what it sends. */
export type AuditedCall = {
  id?: number | string;
  /** The second value of the path. */
  part?: number | string;
  body?: object;
  query?: string;
  by?: Username;
  /** Of a session that the call may end; empty: nobody has signed in. */
  token?: string;
  file?: { payload: Buffer; type: string };
};
export type Desk = ReturnType<typeof deskOf> & { t: TestApp };
type Row = { id: number; version: number };
export type Prepare = (desk: Desk) => Promise<AuditedCall> | AuditedCall;

let count = 0;
const next = (name: string): string => `${name}${(count += 1)}`;
export const post = <T = Row>({ data }: Desk, path: string, body: object) =>
  data<T>('admin', 'POST', path, body);

export async function person(desk: Desk, more: object = {}): Promise<Row> {
  const [{ id: user_level_id } = { id: 0 }] = (
    await desk.data<{ id: number; name: string }[]>('admin', 'GET', '/api/levels')
  ).filter(({ name }) => name === 'Agent');
  const username = next('person');
  return post(desk, '/api/users', {
    fullname: username,
    username,
    email: `${username}@centre.example`,
    user_level_id,
    department_ids: [desk.t.departmentIds[0]],
    sign_in: 'temporary_password',
    ...more,
  });
}
const invited = (desk: Desk) => person(desk, { sign_in: 'invitation' });

/** A new session of one of the cast. */
async function session({ t }: Desk, username: Username = 'dewi'): Promise<{ token: string; id: number }> {
  const { body } = await t.call('POST', '/api/auth/login', { body: { username, password: PASSWORD } });
  const { token } = body as { token: string };
  const { rows } = await t.platform.db.pool.query<{ id: number }>('select max(id) as id from sessions');
  return { token, id: rows[0]?.id ?? 0 };
}

const level = (desk: Desk) =>
  post(desk, '/api/levels', { name: next('Role '), visibility: 'own', modules: [] });
const provider = (desk: Desk) =>
  post(desk, '/api/sign_in_providers', {
    name: next('Provider '),
    issuer: `https://${next('login')}.example`,
    client_id: 'desk',
  });
export const webhook = (desk: Desk) =>
  post(desk, '/api/outgoing_webhooks', {
    name: next('Hook '),
    url: 'http://127.0.0.1:9/hook',
    events: ['ticket.solved'],
  });
const key = (desk: Desk) => post(desk, '/api/api_keys', { name: next('Key '), codes: ['TICKETS:VIEW'] });
const gatewayOf = ({ t }: Desk) => ({
  name: next('Gateway '),
  department_id: t.departmentIds[0],
  is_active: false,
  after_call_seconds: 60,
  host: '127.0.0.1',
  port: 9,
  is_tls: false,
  username: 'trunkline',
  secret: 'none',
});
const gateway = (desk: Desk) => post(desk, '/api/phone/gateways', gatewayOf(desk));
const menuOf = () => ({
  kind: 'menu',
  name: next('Menu '),
  prompt_id: null,
  invalid_id: null,
  timeout_seconds: 5,
  tries: 2,
  options: [],
  otherwise: { to: 'hang_up' },
});
const server = { host: '127.0.0.1', port: 1, security: 'none', auth: { kind: 'none' } };
const mailboxOf = ({ t }: Desk) => ({
  name: next('Mailbox '),
  address: `${next('box')}@centre.example`,
  department_id: t.departmentIds[0],
  is_active: false,
  imap: server,
  smtp: server,
});
const mailbox = (desk: Desk) => post(desk, '/api/mailboxes', mailboxOf(desk));
const look = { color: '#0f766e', default_language: 'en', title: { en: 'Chat', id: 'Obrolan' } };
const widgetOf = ({ t }: Desk) => ({
  name: next('Widget '),
  department_id: t.departmentIds[0],
  settings: {
    ...look,
    position: 'right',
    greeting: { en: 'Hello', id: 'Halo' },
    calls: { voice: true, video: true },
    pre_chat: [{ field: 'name', required: true }],
    allowed_sites: [],
  },
});
const formOf = ({ t }: Desk) => ({
  name: next('Form '),
  department_id: t.departmentIds[0],
  settings: {
    ...look,
    intro: { en: '', id: '' },
    thanks: { en: 'Thanks', id: 'Terima kasih' },
    asked: [],
    custom: [],
    mailbox_id: null,
    allowed_sites: [],
  },
});
const accountOf = ({ t }: Desk) => ({
  provider: 'whatsapp',
  name: next('Account '),
  department_id: t.departmentIds[0],
  address: next('11223344'),
  shown_address: '+62 811',
  access_token: 'one',
  app_secret: 'two',
  is_active: false,
});
const account = (desk: Desk) => post(desk, '/api/messaging-accounts', accountOf(desk));
const ruleOf = () => ({
  name: next('Rule '),
  kind: 'waiting',
  department_id: null,
  media_id: 2,
  queue: null,
  user_activity_id: null,
  minutes: null,
  warn_at: 2,
  alarm_at: 4,
  margin: 1,
  hold_seconds: 0,
  tells: ['tile'],
  mail_to: [],
  is_active: true,
});
const rule = (desk: Desk) => post(desk, '/api/monitoring/alert-rules', ruleOf());
const wallOf = () => ({ name: next('Hall '), tiles: ['ready'] });
const customer = (desk: Desk) => post(desk, '/api/customers', { name: next('Rina ') });
const correctionOf = ({ t }: Desk) => ({
  user_id: t.idOf('dewi'),
  from: '2026-10-05T02:30:00Z',
  until: '2026-10-05T03:30:00Z',
  user_activity_id: 2,
  break_reason_id: null,
  reason: 'Power cut',
});
const shifts = [{ start: '08:00', end: '17:00', breaks: [] }];
const newest = async ({ data }: Desk, path: string): Promise<Row> => {
  const rows = await data<Row[]>('admin', 'GET', path);
  return rows.toSorted((one, other) => other.id - one.id)[0] ?? { id: 0, version: 0 };
};

const PEOPLE: Record<string, Prepare> = {
  'POST /api/users': ({ t, ...desk }) =>
    desk.data<{ id: number; name: string }[]>('admin', 'GET', '/api/levels').then((levels) => ({
      body: {
        fullname: 'Sam',
        username: next('sam'),
        user_level_id: levels.find(({ name }) => name === 'Agent')?.id,
        department_ids: [t.departmentIds[0]],
        email: null,
        sign_in: 'temporary_password',
      },
    })),
  'PATCH /api/users/:id': async (desk) => {
    const { id, version } = await person(desk);
    return { id, body: { version, fullname: 'Another' } };
  },
  'POST /api/users/:id/deactivate': async (desk) => {
    const { id, version } = await person(desk);
    return { id, body: { version, hand_over: 'route' } };
  },
  'POST /api/users/:id/activate': async (desk) => {
    const { id, version } = await person(desk);
    const body = { version, hand_over: 'route' };
    const left = await post<Row>(desk, `/api/users/${id}/deactivate`, body);
    return { id, body: { version: left.version } };
  },
  'POST /api/users/:id/erasure': async (desk) => {
    const { id, version } = await person(desk);
    const body = { version, hand_over: 'route' };
    const left = await post<Row>(desk, `/api/users/${id}/deactivate`, body);
    return { id, body: { version: left.version } };
  },
  'POST /api/users/:id/invitation': async (desk) => ({ id: (await invited(desk)).id }),
  'DELETE /api/users/:id/invitation': async (desk) => ({ id: (await invited(desk)).id }),
  'POST /api/users/:id/password_link': ({ t }) => ({ id: t.idOf('budi') }),
  'POST /api/users/:id/password_reset': async (desk) => ({ id: (await person(desk)).id }),
  'POST /api/users/:id/see_as': async (desk) => ({
    id: desk.t.idOf('budi'),
    token: (await session(desk, 'admin')).token,
  }),
  'POST /api/users/:id/sessions/revoke': async (desk) => {
    await session(desk, 'sarah');
    return { id: desk.t.idOf('sarah'), body: { api_keys: false } };
  },
  'DELETE /api/users/:id/sessions/:session_id': async (desk) => ({
    id: desk.t.idOf('sarah'),
    part: (await session(desk, 'sarah')).id,
  }),
  'POST /api/levels': () => ({ body: { name: next('Role '), visibility: 'own', modules: [] } }),
  'PATCH /api/levels/:id': async (desk) => {
    const { id, version } = await level(desk);
    return { id, body: { version, visibility: 'all' } };
  },
  'POST /api/levels/:id/copy': async (desk) => ({
    id: (await level(desk)).id,
    body: { name: next('Copy ') },
  }),
  'DELETE /api/levels/:id': async (desk) => ({ id: (await level(desk)).id }),
};

const SIGN_IN: Record<string, Prepare> = {
  'POST /api/auth/login': () => ({ body: { username: 'dewi', password: PASSWORD } }),
  'POST /api/auth/logout': async (desk) => ({ token: (await session(desk)).token }),
  'POST /api/auth/password': async (desk) => ({
    token: (await session(desk, 'qa')).token,
    body: { current_password: PASSWORD, new_password: 'nasi goreng spesial 7' },
  }),
  'POST /api/auth/sessions/revoke': async (desk) => {
    await session(desk);
    return { token: (await session(desk)).token, body: { api_keys: false } };
  },
  'DELETE /api/auth/sessions/:id': async (desk) => {
    const { id } = await session(desk);
    return { id, token: (await session(desk)).token };
  },
  'POST /api/user/email': () => ({
    by: 'budi',
    body: { email: `${next('budi')}@centre.example`, current_password: PASSWORD },
  }),
  'PATCH /api/user': () => ({ by: 'budi', body: { fullname: next('Budi ') } }),
  'POST /api/sign_in_providers': () => ({
    body: { name: 'Corporate', issuer: `https://${next('idp')}.example`, client_id: 'desk' },
  }),
  'PATCH /api/sign_in_providers/:id': async (desk) => {
    const { id, version } = await provider(desk);
    return { id, body: { version, name: next('Renamed ') } };
  },
  'DELETE /api/sign_in_providers/:id': async (desk) => ({ id: (await provider(desk)).id }),
};

const SETTINGS: Record<string, Prepare> = {
  'PATCH /api/configs/app': () => ({ body: { organisation: next('Kopi ') } }),
  'POST /api/settings/departments/:id/merge': async (desk) => ({
    id: (await post(desk, '/api/settings/departments', { values: { name: next('Night ') }, is_active: true }))
      .id,
    body: { into_id: desk.t.departmentIds[0] },
  }),
  'POST /api/settings/holidays/icalendar': () => ({
    body: {
      icalendar: [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'BEGIN:VEVENT',
        `UID:${next('u')}@x`,
        'SUMMARY:New year',
        'DTSTART;VALUE=DATE:20270101',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
      office_hours_id: null,
      apply: true,
    },
  }),
  'POST /api/api_keys': () => ({ body: { name: next('CRM '), codes: ['TICKETS:VIEW'], expires_at: null } }),
  'DELETE /api/api_keys/:id': async (desk) => {
    await key(desk).catch(() => undefined);
    return { id: (await newest(desk, '/api/api_keys')).id };
  },
  'POST /api/api_keys/:id/restore': async (desk) => {
    await key(desk).catch(() => undefined);
    const { id } = await newest(desk, '/api/api_keys');
    await desk.t.as('admin', 'DELETE', `/api/api_keys/${id}`);
    return { id };
  },
  'POST /api/outgoing_webhooks': () => ({
    body: { name: next('Hook '), url: 'http://127.0.0.1:9/hook', events: ['ticket.solved'] },
  }),
  'PATCH /api/outgoing_webhooks/:id': async (desk) => ({
    id: (await webhook(desk)).id,
    body: { name: next('Hook ') },
  }),
  'DELETE /api/outgoing_webhooks/:id': async (desk) => ({ id: (await webhook(desk)).id }),
  'POST /api/outgoing_webhooks/:id/restore': async (desk) => {
    const { id } = await webhook(desk);
    await desk.t.as('admin', 'DELETE', `/api/outgoing_webhooks/${id}`);
    return { id };
  },
  'POST /api/outgoing_webhooks/:id/secret': async (desk) => ({ id: (await webhook(desk)).id }),
  'POST /api/phone/gateways': (desk) => ({ body: gatewayOf(desk) }),
  'PATCH /api/phone/gateways/:id': async (desk) => ({
    id: (await gateway(desk)).id,
    body: { name: next('Gateway ') },
  }),
  'DELETE /api/phone/gateways/:id': async (desk) => ({ id: (await gateway(desk)).id }),
  'POST /api/phone/gateways/:id/setup': async (desk) => ({ id: (await gateway(desk)).id, body: menuOf() }),
  'PUT /api/phone/gateways/:id/setup/:item': async (desk) => {
    const { id } = await gateway(desk);
    return { id, part: (await post(desk, `/api/phone/gateways/${id}/setup`, menuOf())).id, body: menuOf() };
  },
  'DELETE /api/phone/gateways/:id/setup/:item': async (desk) => {
    const { id } = await gateway(desk);
    return { id, part: (await post(desk, `/api/phone/gateways/${id}/setup`, menuOf())).id };
  },
  'POST /api/mailboxes': (desk) => ({ body: mailboxOf(desk) }),
  'PATCH /api/mailboxes/:id': async (desk) => ({
    id: (await mailbox(desk)).id,
    body: { name: next('Mailbox ') },
  }),
  'DELETE /api/mailboxes/:id': async (desk) => ({ id: (await mailbox(desk)).id }),
  'POST /api/widgets': (desk) => ({ body: widgetOf(desk) }),
  'PATCH /api/widgets/:id': async (desk) => ({
    id: (await post(desk, '/api/widgets', widgetOf(desk))).id,
    body: { name: next('Widget ') },
  }),
  'POST /api/web-forms': (desk) => ({ body: formOf(desk) }),
  'PATCH /api/web-forms/:id': async (desk) => ({
    id: (await post(desk, '/api/web-forms', formOf(desk))).id,
    body: { name: next('Form ') },
  }),
  'POST /api/messaging-accounts': (desk) => ({ body: accountOf(desk) }),
  'PATCH /api/messaging-accounts/:id': async (desk) => ({
    id: (await account(desk)).id,
    body: { name: next('Account ') },
  }),
  'DELETE /api/messaging-accounts/:id': async (desk) => ({ id: (await account(desk)).id }),
  'PUT /api/auto-replies/:id': async (desk) => {
    await post(desk, '/api/widgets', widgetOf(desk));
    const [one] = await desk.data<(Row & { replies: { welcome: object } })[]>(
      'admin',
      'GET',
      '/api/auto-replies',
    );
    const { id = 0, version, replies } = one ?? {};
    const welcome = { ...replies?.welcome, is_on: true };
    return { id, body: { version, replies: { ...replies, welcome } } };
  },
  'PATCH /api/setup': () => ({ body: { is_hidden: true } }),
  'PUT /api/list_fields/:id': async ({ data }) => {
    const [one] = await data<LevelLayouts[]>('admin', 'GET', '/api/list_fields');
    const { level_id: id = 0, version, tickets, customers } = one ?? {};
    return { id, body: { version, tickets: { ...tickets, sort: 'oldest' }, customers } };
  },
  'GET /api/settings_transfer': () => ({}),
  'PUT /api/backups': async ({ data }) => {
    const { version } = await data<BackupState>('admin', 'GET', '/api/backups');
    return { body: { version, is_on: false, at: '03:30', folder: '', keep: 5 } };
  },
  'PUT /api/error_reporting': async ({ data }) => {
    const { version } = await data<{ version: number }>('admin', 'GET', '/api/error_reporting');
    return { body: { version, dsn: 'http://key@127.0.0.1:9/1' } };
  },
  'PUT /api/service_levels': async ({ t }) => {
    const { body } = await t.as('admin', 'GET', '/api/service_levels');
    const { today } = body as { today: string };
    return { body: { valid_from: today, target_seconds: 30, short_abandon_seconds: 3 } };
  },
};

const PRIVACY: Record<string, Prepare> = {
  'PUT /api/privacy/retention/:kind': () => ({ id: 'files', body: { keep_days: 90 } }),
  'PUT /api/customers/:id/hold': async (desk) => ({
    id: (await customer(desk)).id,
    body: { reason: 'Court' },
  }),
  'POST /api/customers/:id/erasure': async (desk) => ({ id: (await customer(desk)).id }),
  'POST /api/customers/:id/packages': async (desk) => ({ id: (await customer(desk)).id }),
  'DELETE /api/privacy/packages/:id': async (desk) => {
    const { id } = await customer(desk);
    return { id: (await post(desk, `/api/customers/${id}/packages`, {})).id };
  },
  'GET /api/customers/export': () => ({}),
  'GET /api/audit/export': () => ({}),
  'GET /api/reports/email/file': () => ({ query: 'from=2026-10-01&until=2026-10-02&format=csv' }),
};

const SUPERVISING: Record<string, Prepare> = {
  'PUT /api/monitoring/agents/:id/activity': ({ t }) => ({
    id: t.idOf('budi'),
    by: 'supervisor',
    body: { user_activity_id: 6 },
  }),
  'POST /api/monitoring/agents/:id/sign-out': async (desk) => {
    await session(desk, 'sarah');
    return { id: desk.t.idOf('sarah'), by: 'supervisor', body: {} };
  },
  'POST /api/monitoring/tickets/give': async (desk) => ({
    by: 'supervisor',
    body: { ticket_ids: [(await desk.create()).id], assignee_id: desk.t.idOf('budi') },
  }),
  'POST /api/monitoring/tickets/:id/whisper': async (desk) => {
    const { id } = await desk.create();
    const ticket_ids = [id];
    const body = { ticket_ids, assignee_id: desk.t.idOf('budi') };
    await desk.t.as('supervisor', 'POST', '/api/monitoring/tickets/give', body);
    return { id, by: 'supervisor', body: { client_key: desk.key(), body: 'Offer a refund' } };
  },
  'POST /api/monitoring/notices': ({ key: clientKey }) => ({
    by: 'supervisor',
    body: { client_key: clientKey(), text: 'Meeting at four' },
  }),
  'POST /api/monitoring/walls': () => ({ by: 'supervisor', body: wallOf() }),
  'DELETE /api/monitoring/walls/:id': async (desk) => ({
    id: (await post(desk, '/api/monitoring/walls', wallOf())).id,
  }),
  'POST /api/monitoring/alert-rules': () => ({ body: ruleOf() }),
  'PUT /api/monitoring/alert-rules/:id': async (desk) => ({ id: (await rule(desk)).id, body: ruleOf() }),
  'DELETE /api/monitoring/alert-rules/:id': async (desk) => ({ id: (await rule(desk)).id }),
  'PUT /api/user-activity/plan/:id/:day': ({ t }) => ({
    id: t.idOf('budi'),
    part: '2026-10-05',
    body: { shifts },
  }),
  'POST /api/user-activity/plan/copy': async (desk) => {
    const id = desk.t.idOf('sarah');
    await desk.data('admin', 'PUT', `/api/user-activity/plan/${id}/2026-10-05`, { shifts });
    return {
      body: {
        from: '2026-10-05',
        to: '2026-10-12',
        days: 7,
        user_id: id,
        department_id: null,
        replaces: false,
      },
    };
  },
  'POST /api/user-activity/plan/import': () => ({
    body: { csv: 'username,day,start,end,breaks\nbudi,2026-10-20,08:00,17:00,', dry_run: false },
  }),
  'PUT /api/user-activity/plan-tolerance': () => ({ body: { tolerance_seconds: 240 } }),
  'POST /api/user-activity/corrections': (desk) => ({ by: 'supervisor', body: correctionOf(desk) }),
  'DELETE /api/user-activity/corrections/:id': async (desk) => {
    const made = await desk.data<Row>('supervisor', 'POST', '/api/user-activity/corrections', {
      ...correctionOf(desk),
      user_id: desk.t.idOf('budi'),
    });
    return { id: made.id, by: 'supervisor' };
  },
};

/** How each audited endpoint is called, by its name. */
export const AUDITED_CALLS: Record<string, Prepare> = {
  ...PEOPLE,
  ...SIGN_IN,
  ...SETTINGS,
  ...PRIVACY,
  ...SUPERVISING,
};
