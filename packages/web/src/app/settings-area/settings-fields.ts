import { LISTS } from '@trunkline/contract';
import type { SettingsPageId } from './settings-pages.ts';

/**
 * The labels by which a page of the settings is found, by the namespace of their texts. A key that names several texts
 * stands for all of them. Lists are not named here: their fields are those of the contract.
 */
export const SETTINGS_FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  USERS: { 'people/users': ['field', 'skills', 'import.title', 'sessions.title', 'deactivate.action'] },
  levels: {
    'people/levels': ['permissions', 'visibility-label', 'second-factor', 'sign-in-required', 'preview'],
  },
  'sign-in': { 'people/providers': ['field', 'passkeys', 'accounts'] },
  audit: { audit: ['column'] },
  privacy: { privacy: ['retention', 'kind', 'packages', 'erasures'] },
  backup: {
    'settings/backup': [
      'schedule',
      'field',
      'storage',
      'part',
      'history',
      'transfer.title',
      'transfer.export',
    ],
  },
  MEDIA_AUTOREPLIES: { 'settings/autoreplies': ['kind', 'time', 'closes'] },
  CONFIG_LIST_FIELD: { 'settings/list-fields': ['list', 'own', 'sort', 'may-choose'] },
  CONFIG_EMAILS: {
    settings: [
      'name',
      'address',
      'display-name',
      'department',
      'is-active',
      'imap',
      'smtp',
      'host',
      'port',
      'security',
      'sign-in',
      'user',
      'password',
      'client-id',
      'client-secret',
      'refresh-token',
      'token-url',
      'folders',
      'existing',
      'test',
      'signature',
      'quotes',
      'loop',
      'groups',
      'blocked',
      'ignored.title',
      'proof.id',
    ].map((key) => `mailbox.${key}`),
  },
  CONFIG_MEDIA_CHAT: {
    settings: [
      'chat.name',
      'chat.department',
      'chat.is-active',
      'chat.color',
      'chat.position',
      'chat.default-language',
      'chat.title-field',
      'chat.greeting',
      'chat.calls',
      'chat.call',
      'chat.prechat',
      'chat.sites',
      'chat.install',
      'form.title',
      'form.intro',
      'form.thanks',
      'form.asked',
      'form.mailbox',
      'form.link',
      'form.spam.title',
    ],
  },
  CONFIG_SOCIAL_MEDIA: {
    'settings/accounts': [
      'channel',
      ...['whatsapp', 'messenger', 'instagram', 'twilio', 'smpp'].flatMap((provider) =>
        ['channel', 'shown_address', 'address', 'access_token'].map((key) => `by.${provider}.${key}`),
      ),
      ...['whatsapp', 'instagram', 'twilio', 'smpp'].map((provider) => `by.${provider}.business_id`),
      'by.whatsapp.app_secret',
      'name',
      'department',
      'is-active',
      'rate',
      'keys',
      'webhook',
      'callback-url',
      'verify-token',
      'templates',
      'test',
    ],
  },
  phone: {
    'settings/telephony': [
      'name',
      'department',
      'after-call',
      'is-active',
      'reach',
      'host',
      'port',
      'tls',
      'username',
      'secret',
      'browser',
      'ws-url',
      'media-address',
      'fetch',
      'server-url',
      'test',
    ],
    'settings/phone-setup': ['views.number', 'kinds', 'views.trunk'],
  },
  keys: { 'settings/integrations': ['keys.lifetime', 'keys.may', 'keys.docs'] },
  webhooks: { 'settings/integrations': ['hooks.url', 'hooks.events', 'hooks.secret', 'log.title', 'event'] },
  CONFIG_APP: {
    settings: [
      ...[
        'organisation',
        'name',
        'zone',
        'country',
        'language',
        'tickets',
        'reopen',
        'offer',
        'access',
        'length',
        'age',
        'session',
        'mail',
        'host',
        'port',
        'user',
        'password',
        'from',
        'test',
      ].map((key) => `app.${key}`),
      'number.title',
      'number.prefix',
      'number.digits',
      'routing.title',
      'routing.ring',
      'routing.priority',
      'routing.return',
      'routing.weights',
      'recording.title',
      'recording.voice',
      'recording.video',
      'recording.departments',
      'platform.title',
      'platform.label',
      'logo.title',
    ],
    'settings/error-reporting': ['title', 'dsn'],
  },
};

/** One label of a page, for the search: where its text stands, and where the hint below it does. */
export type FieldText = { namespace: string; key: string; hint: string };

const listFields = new Map<string, readonly FieldText[]>(
  Object.values(LISTS).map(({ kind, module, fields }) => [
    module,
    Object.keys(fields).map((field) => ({
      namespace: 'lists',
      key: `field.${field}`,
      hint: `hint.${kind}.${field}`,
    })),
  ]),
);

const namedFields = (id: SettingsPageId): readonly FieldText[] =>
  Object.entries(SETTINGS_FIELDS[id] ?? {}).flatMap(([namespace, keys]) =>
    keys.map((key) => ({
      namespace,
      key,
      hint: key.startsWith('field.') ? key.replace('field.', 'hint.') : `${key}-hint`,
    })),
  );

/** The labels of a page. */
export const fieldTextsOf = (id: SettingsPageId): readonly FieldText[] =>
  listFields.get(id) ?? namedFields(id);
