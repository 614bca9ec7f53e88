import { hashToken } from '#platform/secrets';
import { signInRequests } from '../auth/authenticator.ts';
import { PASSWORD, type Username } from '../people.ts';
import type { TestApp } from '../app.ts';
import { person, post, webhook, type Desk, type Prepare } from './audited-calls.ts';

const sql = async (t: TestApp, text: string, values: unknown[] = []): Promise<number> =>
  (await t.platform.db.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0;

/** A new user with the password of all. */
async function createUserWithPassword(desk: Desk): Promise<{ id: number; username: Username }> {
  const { id, username } = (await person(desk)) as unknown as { id: number; username: Username };
  await sql(
    desk.t,
    `update users set password_exp_date = null, password_hash = (select password_hash from users where id = $2)
     where id = $1`,
    [id, desk.t.idOf('admin')],
  );
  return { id, username };
}
/** One who has an authenticator app. */
async function twoFactor(desk: Desk) {
  const one = await createUserWithPassword(desk);
  return { ...one, ...(await signInRequests(desk.t).setUp(one.username)) };
}
const present = { body: { current_password: PASSWORD } };

const file = async (name: string, type: string, bytes: Uint8Array) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  const wire = new Response(form);
  return {
    payload: Buffer.from(await wire.arrayBuffer()),
    type: wire.headers.get('content-type') ?? '',
  };
};

/** The head of a picture, which is all that is read of it. */
function picture(): Uint8Array {
  const bytes = Buffer.alloc(64);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(120, 16);
  bytes.writeUInt32BE(40, 20);
  return bytes;
}

const type = (desk: Desk) =>
  post(desk, '/api/settings/types', { values: { name: crypto.randomUUID() }, is_active: true });

/** Calls that need rows, files or sign-ins that no other request makes. */
export const PREPARED_CALLS: Record<string, Prepare> = {
  'POST /api/auth/password/reset': async ({ t }) => {
    const token = crypto.randomUUID();
    await sql(t, 'insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, $3)', [
      hashToken(token),
      t.idOf('sarah'),
      new Date(t.clock.now().getTime() + 60_000),
    ]);
    return { token: '', body: { token, new_password: 'sate ayam madura 12' } };
  },
  'POST /api/user/second_factor/confirm': async (desk) => {
    const { username } = await createUserWithPassword(desk);
    const my = signInRequests(desk.t);
    const { token = '' } = await my.logIn(username);
    return { token, body: { code: (await my.begin(token)).code() } };
  },
  'POST /api/user/second_factor/recovery_codes': async (desk) => ({
    token: (await twoFactor(desk)).token,
    ...present,
  }),
  'POST /api/user/second_factor/remove': async (desk) => ({
    token: (await twoFactor(desk)).token,
    ...present,
  }),
  'POST /api/users/:id/second_factor/reset': async (desk) => ({ id: (await twoFactor(desk)).id }),
  'DELETE /api/user/passkeys/:id': async (desk) => ({
    by: 'budi',
    id: await sql(
      desk.t,
      `insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, created_at)
       values ($1, gen_random_uuid()::text, '\\x00', 0, 'localhost', 'Laptop', now()) returning id`,
      [desk.t.idOf('budi')],
    ),
  }),
  'DELETE /api/user/identities/:id': async (desk) => {
    const { id } = await post(desk, '/api/sign_in_providers', {
      name: 'Linked',
      issuer: 'https://linked.example',
      client_id: 'desk',
    });
    await sql(
      desk.t,
      `insert into user_identities (issuer, subject, provider_id, user_id, linked_at)
       values ('https://linked.example', 'budi', $1, $2, now())`,
      [id, desk.t.idOf('budi')],
    );
    return { id, by: 'budi' };
  },
  'POST /api/branding/logo': async () => ({ file: await file('logo.png', 'image/png', picture()) }),
  'DELETE /api/branding/logo': () => ({}),
  'POST /api/users/import': async () => {
    const csv = `username,fullname,level\n${crypto.randomUUID().slice(0, 8)},Imported,Agent\n`;
    return { query: 'apply=yes', file: await file('people.csv', 'text/csv', new TextEncoder().encode(csv)) };
  },
  'POST /api/outgoing_webhooks/:id/resume': async (desk) => ({ id: (await webhook(desk)).id }),
  'POST /api/outgoing_deliveries/:id/replay': async (desk) => ({
    id: await sql(
      desk.t,
      `insert into webhook_deliveries (webhook_id, event_id, event, subject, body, state, next_try_at, created_at)
       values ($1, gen_random_uuid(), 'ticket.solved', 'ticket 1', '{}', 'failed', $2, $2) returning id`,
      [(await webhook(desk)).id, desk.t.clock.now()],
    ),
  }),
  'POST /api/monitoring/alerts/:id/acknowledge': async ({ t }) => ({
    body: {},
    id: await sql(
      t,
      `insert into floor_alerts (name, kind, tells, level, value, since, told_at, changed_at)
       values ('Mails', 'waiting', '{tile}', 'warn', 3, now(), now(), now()) returning id`,
    ),
  }),
  'POST /api/settings/types': () => ({
    body: { values: { name: crypto.randomUUID() }, is_active: true },
  }),
  'PATCH /api/settings/types/:id': async (desk) => {
    const { id, version } = await type(desk);
    return { id, body: { version, values: { name: crypto.randomUUID() } } };
  },
  'POST /api/settings/types/bulk': async (desk) => ({
    body: { ids: [(await type(desk)).id], is_active: false },
  }),
  'POST /api/settings/types/order': async (desk) => {
    await type(desk);
    return { body: { id: (await type(desk)).id, after: null } };
  },
  'DELETE /api/settings/types/:id': async (desk) => ({ id: (await type(desk)).id }),
  'POST /api/settings/types/undo': async (desk) => {
    await type(desk);
    return { body: {} };
  },
};

/**
 * The test that proves the entry of what needs a provider, a mailbox, a browser's key, a telephone or a file to be called; and of a
 * second factor, whose code is used up even if no session can begin.
 */
export const PROVED_ELSEWHERE: Record<string, string> = {
  'POST /api/auth/second_factor': 'auth/second-factor/second-factor',
  'POST /api/auth/sign_in_link': 'auth/sign-in/sign-in-link',
  'GET /api/auth/providers/:id/callback': 'auth/providers/providers',
  'POST /api/auth/providers/:id/backchannel_logout': 'auth/providers/providers',
  'POST /api/auth/passkey': 'auth/passkeys/passkeys',
  'POST /api/user/passkeys': 'auth/passkeys/passkeys',
  'POST /api/mailboxes/:id/ignored/:mailId/take': 'channels/email/inbound/ignored',
  'POST /api/web-forms/:id/spam/:spamId/take': 'channels/web-form/web-form',
  'POST /api/messaging-accounts/:id/unprocessed/retry': 'channels/messaging/inbound/unprocessed',
  'POST /api/message-templates': 'channels/messaging/templates/new-template',
  'POST /api/monitoring/calls/:id/escorts': 'telephony/escorts/escorts',
  'PATCH /api/monitoring/escorts/:id': 'telephony/escorts/escorts',
  'POST /api/monitoring/calls/:id/take-over': 'telephony/escorts/escorts',
  'POST /api/monitoring/calls/:id/hang-up': 'telephony/escorts/escorts',
  'POST /api/recordings/:id/keep': 'calls/recordings/recording-retention',
  'GET /api/recordings/:id/parts/:number': 'calls/recordings/recording-retention',
  'GET /api/recordings/:id/parts/:number/download': 'calls/recordings/recording-retention',
  'POST /api/customers/imports/:id/apply': 'customers/import/undo',
  'POST /api/customers/imports/:id/undo': 'customers/import/undo',
  'GET /api/privacy/packages/:id/file': 'customers/packages/packages',
  'POST /api/settings_transfer': 'settings-transfer/settings-transfer',
  'POST /api/backups/run': 'backups/backups',
};
