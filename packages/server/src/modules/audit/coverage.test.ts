import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENDPOINTS, LISTS, MODULES, REPORTS } from '@trunkline/contract';
import { expect, it } from 'vitest';

const NOTHING_CHANGES = 'changes nothing that is kept';

/** The audit entry of each endpoint that changes settings, users or access, or why it has none. */
const ENTRIES: Record<string, string> = {
  'POST /api/auth/login': 'sign_in.succeeded',
  'POST /api/auth/logout': 'sign_in.ended',
  'POST /api/auth/password': 'password.changed',
  'POST /api/auth/password/forgot': NOTHING_CHANGES,
  'POST /api/auth/password/reset': 'password.set_by_link',
  'POST /api/auth/sessions/revoke': 'sessions.revoked',
  'DELETE /api/auth/sessions/:id': 'session.revoked',
  'POST /api/auth/second_factor': 'sign_in.succeeded',
  'POST /api/user/second_factor/setup': NOTHING_CHANGES,
  'POST /api/user/second_factor/confirm': 'second_factor.enabled',
  'POST /api/user/second_factor/recovery_codes': 'second_factor.recovery_codes_renewed',
  'POST /api/user/second_factor/remove': 'second_factor.removed',
  'POST /api/users/:id/second_factor/reset': 'second_factor.reset',
  'POST /api/auth/sign_in_link': 'sign_in_link.used',
  'POST /api/auth/providers/:id/start': NOTHING_CHANGES,
  'GET /api/auth/providers/:id/callback': 'sign_in.succeeded',
  'POST /api/auth/providers/:id/backchannel_logout': 'sign_in.ended',
  'POST /api/sign_in_providers': 'provider.created',
  'PATCH /api/sign_in_providers/:id': 'provider.changed',
  'DELETE /api/sign_in_providers/:id': 'provider.removed',
  'POST /api/sign_in_providers/test': NOTHING_CHANGES,
  'POST /api/user/identities/:id': NOTHING_CHANGES,
  'DELETE /api/user/identities/:id': 'identity.unlinked',
  'POST /api/auth/passkey/options': NOTHING_CHANGES,
  'POST /api/auth/passkey': 'sign_in.succeeded',
  'POST /api/user/passkeys/options': NOTHING_CHANGES,
  'POST /api/user/passkeys': 'passkey.added',
  'DELETE /api/user/passkeys/:id': 'passkey.removed',
  'POST /api/user/email': 'profile.changed',
  'PATCH /api/user': 'profile.changed',
  'PATCH /api/configs/app': 'config.changed',
  'POST /api/configs/app/mail_test': NOTHING_CHANGES,
  'POST /api/settings/departments/:id/merge': 'department.merged',
  'POST /api/branding/logo': 'logo.changed',
  'DELETE /api/branding/logo': 'logo.removed',
  'POST /api/api_keys': 'api-key.created',
  'POST /api/api_keys/:id/restore': 'api-key.restored',
  'DELETE /api/api_keys/:id': 'api-key.revoked',
  'POST /api/outgoing_webhooks': 'webhook.created',
  'PATCH /api/outgoing_webhooks/:id': 'webhook.changed',
  'DELETE /api/outgoing_webhooks/:id': 'webhook.removed',
  'POST /api/outgoing_webhooks/:id/restore': 'webhook.restored',
  'POST /api/outgoing_webhooks/:id/resume': 'webhook.resumed',
  'POST /api/outgoing_webhooks/:id/secret': 'webhook.secret-renewed',
  'POST /api/outgoing_webhooks/:id/test': NOTHING_CHANGES,
  'POST /api/outgoing_deliveries/:id/replay': 'webhook.replayed',
  'POST /api/phone/gateways': 'phone-gateway.created',
  'PATCH /api/phone/gateways/:id': 'phone-gateway.changed',
  'DELETE /api/phone/gateways/:id': 'phone-gateway.removed',
  'POST /api/phone/gateways/test': NOTHING_CHANGES,
  'POST /api/phone/gateways/:id/setup': 'phone-setup.created',
  'PUT /api/phone/gateways/:id/setup/:item': 'phone-setup.changed',
  'DELETE /api/phone/gateways/:id/setup/:item': 'phone-setup.removed',
  'POST /api/phone/gateways/:id/setup/apply': NOTHING_CHANGES,
  'POST /api/phone/speech': NOTHING_CHANGES,
  'POST /api/mailboxes': 'mailbox.created',
  'PATCH /api/mailboxes/:id': 'mailbox.changed',
  'DELETE /api/mailboxes/:id': 'mailbox.removed',
  'POST /api/mailboxes/test': NOTHING_CHANGES,
  'POST /api/mailboxes/:id/ignored/:mailId/take': 'mailbox.ignored-mail-taken',
  'POST /api/widgets': 'widget.created',
  'PATCH /api/widgets/:id': 'widget.changed',
  'POST /api/web-forms': 'web-form.created',
  'PATCH /api/web-forms/:id': 'web-form.changed',
  'POST /api/web-forms/:id/spam/:spamId/take': 'web-form.spam-taken',
  'POST /api/messaging-accounts': 'messaging_account.created',
  'PATCH /api/messaging-accounts/:id': 'messaging_account.changed',
  'DELETE /api/messaging-accounts/:id': 'messaging_account.removed',
  'POST /api/messaging-accounts/:id/test': NOTHING_CHANGES,
  'POST /api/messaging-accounts/:id/templates/refresh': NOTHING_CHANGES,
  'POST /api/messaging-accounts/:id/unprocessed/retry': 'messaging_account.replayed',
  'PUT /api/auto-replies/:id': 'auto-replies.changed',
  'POST /api/message-templates': 'message_template.submitted',
  'POST /api/message-templates/files': NOTHING_CHANGES,
  'POST /api/automation/try': NOTHING_CHANGES,
  'POST /api/settings/holidays/icalendar': 'holidays.imported',
  'POST /api/users': 'user.created',
  'PATCH /api/users/:id': 'user.changed',
  'POST /api/users/:id/activate': 'user.activated',
  'POST /api/users/:id/see_as': 'user.seen_as',
  'POST /api/users/:id/deactivate': 'user.deactivated',
  'POST /api/users/:id/erasure': 'user.erased',
  'POST /api/users/:id/invitation': 'user.invited',
  'DELETE /api/users/:id/invitation': 'user.invitation_withdrawn',
  'POST /api/users/import': 'user.created',
  'POST /api/users/:id/password_link': 'password.link_sent',
  'POST /api/users/:id/password_reset': 'password.reset',
  'POST /api/users/:id/sessions/revoke': 'sessions.revoked',
  'DELETE /api/users/:id/sessions/:session_id': 'session.revoked',
  'POST /api/levels': 'level.created',
  'PATCH /api/levels/:id': 'level.changed',
  'POST /api/levels/:id/copy': 'level.created',
  'DELETE /api/levels/:id': 'level.removed',
  'POST /api/monitoring/calls/:id/escorts': 'phone-call.attended',
  'PATCH /api/monitoring/escorts/:id': 'phone-call.attended',
  'DELETE /api/monitoring/escorts/:id': NOTHING_CHANGES,
  'POST /api/monitoring/calls/:id/take-over': 'phone-call.taken-over',
  'POST /api/monitoring/calls/:id/hang-up': 'phone-call.hung-up',
  'PUT /api/monitoring/agents/:id/activity': 'agent.activity_changed',
  'POST /api/monitoring/agents/:id/sign-out': 'agent.signed_out',
  'POST /api/monitoring/tickets/give': 'ticket.given',
  'POST /api/monitoring/tickets/:id/whisper': 'ticket.whispered',
  'POST /api/monitoring/notices': 'floor.notice_sent',
  'POST /api/monitoring/walls': 'wall.created',
  'DELETE /api/monitoring/walls/:id': 'wall.revoked',
  'POST /api/monitoring/alert-rules': 'alert_rule.created',
  'PUT /api/monitoring/alert-rules/:id': 'alert_rule.changed',
  'DELETE /api/monitoring/alert-rules/:id': 'alert_rule.removed',
  'POST /api/monitoring/alerts/:id/acknowledge': 'alert.acknowledged',
  'PUT /api/user-activity/plan/:id/:day': 'shifts.changed',
  'POST /api/user-activity/plan/copy': 'shifts.copied',
  'POST /api/user-activity/plan/import': 'shifts.imported',
  'PUT /api/user-activity/plan-tolerance': 'shifts.tolerance_changed',
  'POST /api/recordings/:id/keep': 'recording.kept',
  'GET /api/recordings/:id/parts/:number': 'recording.played',
  'GET /api/recordings/:id/parts/:number/download': 'recording.downloaded',
  'POST /api/customers/imports': NOTHING_CHANGES,
  'POST /api/customers/imports/:id/check': NOTHING_CHANGES,
  'POST /api/customers/imports/:id/stop': NOTHING_CHANGES,
  'POST /api/customers/imports/:id/apply': 'customers.imported',
  'POST /api/customers/imports/:id/undo': 'customers.import_undone',
  'GET /api/customers/export': 'customers.exported',
  'POST /api/customers/:id/erasure': 'customer.erasure_requested',
  'PUT /api/customers/:id/hold': 'customer.held',
  'POST /api/customers/:id/packages': 'customer.export_requested',
  'GET /api/privacy/packages/:id/file': 'customer.export_downloaded',
  'DELETE /api/privacy/packages/:id': 'customer.export_removed',
  'GET /api/audit/export': 'audit.exported',
  'PATCH /api/setup': 'checklist.changed',
  'PUT /api/list_fields/:id': 'list_fields.changed',
  'GET /api/settings_transfer': 'settings.exported',
  'POST /api/settings_transfer': 'settings.imported',
  'PUT /api/backups': 'backups.changed',
  'POST /api/backups/run': 'backups.run',
  'PUT /api/error_reporting': 'error_reporting.changed',
  'PUT /api/privacy/retention/:kind': 'retention.changed',
  'POST /api/error_reporting/test': NOTHING_CHANGES,
  'POST /api/user-activity/corrections': 'user_activity.corrected',
  'DELETE /api/user-activity/corrections/:id': 'user_activity.correction_withdrawn',
  'PUT /api/service_levels': 'service_level.changed',
  ...Object.fromEntries(
    Object.keys(REPORTS).map((code) => [`GET /api/reports/${code}/file`, 'report.exported']),
  ),
};

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
  expect(Object.keys(ENTRIES).toSorted()).toEqual([...new Set(names)].toSorted());
});

it('every declared entry is written somewhere', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const missing = Object.values(ENTRIES).filter((action) => {
    const [about, verb] = action.split('.');
    // Some actions are composed in the code of their subject and a verb.
    const isTogether =
      sources.includes(`\`${about}.\${`) ||
      (about === 'holidays' && sources.includes('${list.kind}.${edit.action}'));
    return (
      action.includes('.') &&
      !sources.includes(`'${action}'`) &&
      !(isTogether && sources.includes(`'${verb}'`))
    );
  });
  expect(missing).toEqual([]);
});
