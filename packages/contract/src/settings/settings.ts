import { z } from 'zod';
import { language, LIST_KINDS, mediaId } from '../kit/codes.ts';
import { customField } from '../custom-fields/custom-fields.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { RECORDING_POLICIES, recordingSettings } from '../calls/recordings.ts';
import { routingSettings } from '../conversations/routing.ts';
import { emailAddress } from '../mail/mail-address.ts';
import { id, idText, line, text, timestamp } from '../kit/shapes.ts';
import { timeZone } from '../kit/time-zone.ts';
import { userActivity } from '../people/agents.ts';
import { callPlatform } from '../calls/rooms.ts';
import { ticketNumberFormat } from '../tickets/ticket-number.ts';

const named = z.object({ id, name: z.string(), is_active: z.boolean() });

export const priority = named.extend({
  /** 1 is the most urgent. */
  rank: z.number().int(),
  /** Minutes of office hours; null: no target. */
  first_response_minutes: z.number().int().nullable(),
  next_response_minutes: z.number().int().nullable(),
  resolution_minutes: z.number().int().nullable(),
});

/** The lists that forms, filters and rows need to show names for ids. */
export const reference = z.object({
  /** `merged_into`: the department that replaced this one wherever it was named, after a merge. */
  departments: z.array(named.extend({ merged_into: id.nullable() })),
  office_hours: z.array(named),
  types: z.array(named),
  /** A category with a type is only offered for tickets of that type. */
  categories: z.array(named.extend({ type_id: id.nullable() })),
  subcategories: z.array(named.extend({ category_id: id })),
  caller_types: z.array(named),
  priorities: z.array(priority),
  break_reasons: z.array(
    named.extend({
      /** Longer breaks are marked on screens and in reports; null: no limit. */
      limit_minutes: z.number().int().nullable(),
      /** Only offered to users of this department; null: to all. */
      department_id: id.nullable(),
    }),
  ),
  activities: z.array(userActivity),
  information_categories: z.array(named),
  channel_accounts: z.array(named.extend({ media_id: mediaId, department_id: id })),
  tags: z.array(z.string()),
  custom_fields: z.array(customField),
  skills: z.array(named),
});
export type Reference = z.infer<typeof reference>;

export const getReference = endpoint({
  method: 'GET',
  path: '/api/reference',
  permission: 'signed-in',
  keys: true,
  summary: 'Departments, types, categories, priorities and the like in one answer.',
  response: z.object({ data: reference }),
});

export const template = z.object({
  id,
  name: z.string(),
  shortcut: z.string(),
  body: z.string(),
  language,
  media_id: mediaId.nullable(),
  /** Null: for every department. */
  department_id: id.nullable(),
});
export type Template = z.infer<typeof template>;

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/templates',
  permission: 'TICKETS:REPLY',
  summary:
    'Reply templates. Variables stand in double braces: {{customer.name}}, {{agent.name}}, {{ticket.number}}.',
  response: z.object({ data: z.array(template) }),
});

export const workspaceSettings = z.object({
  organisation: z.string(),
  /** The address of the logo; null: there is none. */
  logo: z.string().nullable(),
  /** The time zone in which screens show times. */
  time_zone: z.string(),
  default_language: language,
  /** Numbers without a country code are read as numbers of this country: see COUNTRIES. */
  home_country: z.string(),
  /** A customer's message within this many hours after solving re-opens the ticket; later it starts a new one. */
  reopen_window_hours: z.number().int(),
  /** For new tickets only; existing ones keep their numbers. */
  ticket_number: ticketNumberFormat,
  /** How long a conversation is offered to one agent before it goes to the next. */
  offer_seconds: z.number().int(),
  password_min_length: z.number().int(),
  password_max_age_days: z.number().int(),
  session_hours: z.number().int(),
  mail: z.object({
    is_configured: z.boolean(),
    host: z.string(),
    port: z.number().int(),
    secure: z.boolean(),
    username: z.string(),
    from: z.string(),
  }),
  /** `default` is the server's configuration, which applies unless something is chosen. */
  recording: recordingSettings.extend({ default: z.enum(RECORDING_POLICIES) }),
  routing: routingSettings,
  /** The platform of new calls; `default` is the server's configuration, which applies unless one is chosen. */
  room_platform: z.object({
    chosen: callPlatform.nullable(),
    default: callPlatform,
    /** The platforms that the server is configured for. */
    available: z.array(callPlatform),
  }),
  /** Whether this is the demo workspace, for which the app offers the demo site. */
  is_demo: z.boolean(),
  /** The page with the simulated customers' phones; null: no simulator runs. */
  phones_url: z.string().nullable(),
  version: z.string(),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;

export const getWorkspaceSettings = endpoint({
  method: 'GET',
  path: '/api/configs/app',
  permission: 'signed-in',
  summary: 'The application settings that every screen needs.',
  response: z.object({ data: workspaceSettings }),
});

export const updateWorkspaceSettings = endpoint({
  method: 'PATCH',
  path: '/api/configs/app',
  permission: 'CONFIG_APP:EDIT',
  // No API keys, because whoever sets the mail server could read links for setting passwords.
  keys: false,
  summary:
    'Change application settings. The mail password is write-only and stored encrypted; `mail: null` ends sending. A room platform that the server cannot reach is `invalid`.',
  body: z.strictObject({
    organisation: line(LIMITS.name).optional(),
    time_zone: timeZone.optional(),
    default_language: language.optional(),
    home_country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    reopen_window_hours: z.number().int().min(0).max(8760).optional(),
    offer_seconds: z.number().int().min(5).max(600).optional(),
    password_min_length: z.number().int().min(8).max(64).optional(),
    password_max_age_days: z.number().int().min(0).max(3650).optional(),
    session_hours: z.number().int().min(1).max(8760).optional(),
    /** If it is left out, the retention of recordings does not change. */
    recording: recordingSettings.partial({ keep_days: true }).optional(),
    routing: routingSettings.optional(),
    ticket_number: ticketNumberFormat.optional(),
    /** Null: the server's configuration. */
    room_platform: callPlatform.nullable().optional(),
    mail: z
      .strictObject({
        host: line(LIMITS.identity),
        port: z.number().int().min(1).max(65535),
        secure: z.boolean(),
        username: text(LIMITS.identity),
        password: text(500).optional(),
        from: emailAddress,
      })
      .nullable()
      .optional(),
  }),
  response: z.object({ data: workspaceSettings }),
});

/** Why a test mail failed. */
export const mailTestFault = z.enum([
  'no_address',
  'login_refused',
  'refused',
  'host_not_found',
  'timeout',
  'content_refused',
  'other',
]);
export type MailTestFault = z.infer<typeof mailTestFault>;

export const testMail = endpoint({
  method: 'POST',
  path: '/api/configs/app/mail_test',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Connect to the outgoing mail server with the stored settings and send one mail to yourself.',
  perMinute: 10,
  response: z.object({ ok: z.boolean(), fault: mailTestFault.nullable(), message: z.string() }),
});

/** How a chat widget looks and behaves. */
export const widgetSettings = z.strictObject({
  /** 6-digit hex colour of the launcher and of the visitor's own messages. */
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  position: z.enum(['right', 'left']),
  title: z.record(language, line(60)),
  greeting: z.record(language, text(300)),
  default_language: language,
  pre_chat: z.array(
    z.strictObject({ field: z.enum(['name', 'email', 'phone', 'question']), required: z.boolean() }),
  ),
  /** The calls that visitors may make; their buttons are next to the chat. */
  calls: z.strictObject({ voice: z.boolean(), video: z.boolean() }),
  /** Origins that may show the widget, e.g. `https://shop.example`; `*.shop.example` covers subdomains. Empty: any site. */
  allowed_sites: z.array(line(LIMITS.url)).max(50),
});
export type WidgetSettings = z.infer<typeof widgetSettings>;

export const widget = z.object({
  id,
  name: z.string(),
  /** Public: part of the script tag. */
  key: z.string(),
  department_id: id,
  is_active: z.boolean(),
  settings: widgetSettings,
  updated_at: timestamp,
});

export const listWidgets = endpoint({
  method: 'GET',
  path: '/api/widgets',
  permission: 'CONFIG_MEDIA_CHAT:VIEW',
  summary: 'Live-chat widgets with their settings.',
  response: z.object({ data: z.array(widget) }),
});

export const createWidget = endpoint({
  method: 'POST',
  path: '/api/widgets',
  permission: 'CONFIG_MEDIA_CHAT:EDIT',
  summary: 'Create a live-chat widget.',
  body: z.strictObject({ name: line(LIMITS.name), department_id: id, settings: widgetSettings }),
  response: z.object({ data: widget }),
});

export const updateWidget = endpoint({
  method: 'PATCH',
  path: '/api/widgets/:id',
  permission: 'CONFIG_MEDIA_CHAT:EDIT',
  summary: 'Change a live-chat widget.',
  params: z.object({ id: idText }),
  body: z.strictObject({
    name: line(LIMITS.name).optional(),
    department_id: id.optional(),
    is_active: z.boolean().optional(),
    settings: widgetSettings.optional(),
  }),
  response: z.object({ data: widget }),
});

export const settingsEvents = {
  /** Your permissions or visibility have changed: everything is to be fetched again. */
  'rights-changed': z.object({}),
  /** A list or setting changed, and is to be fetched again. `list`: its page in the settings. */
  'settings-changed': z.object({
    part: z.enum([
      'reference',
      'app',
      'templates',
      'macros',
      'automation',
      'phone-gateways',
      'phone-setup',
      'widgets',
      'web-forms',
      'level',
      'people',
      'providers',
      'api-keys',
      'webhooks',
      'auto-replies',
      'message-templates',
      'information',
      'list-fields',
      'backups',
    ]),
    list: z.enum(LIST_KINDS).optional(),
  }),
};
