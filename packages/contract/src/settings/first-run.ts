import { z } from 'zod';
import { language } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import type { ModuleCode } from '../kit/modules.ts';
import { okResponse, line } from '../kit/shapes.ts';
import { emailAddress } from '../mail/mail-address.ts';

/** The steps of the wizard after the administrator's account, in order. */
export const SETUP_STEPS = ['organisation', 'department', 'channel', 'colleagues', 'done'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The checklist of a new workspace, each item with its module: users who may edit that see the item. */
export const CHECKLIST = {
  hours: 'OFFICE_HOURS',
  channel: 'CONFIG_MEDIA_CHAT',
  mailbox: 'CONFIG_EMAILS',
  outgoing_mail: 'CONFIG_APP',
  colleagues: 'USERS',
  wrap_up: 'DEPARTMENTS',
  categories: 'CATEGORY',
  backup: 'CONFIG_APP',
} as const satisfies Record<string, ModuleCode>;
export type ChecklistItem = keyof typeof CHECKLIST;
export const CHECKLIST_ITEMS = Object.keys(CHECKLIST) as [ChecklistItem, ...ChecklistItem[]];

const item = z.enum(CHECKLIST_ITEMS);

export const setupState = z.object({
  /** The next step of the wizard. */
  step: z.enum(SETUP_STEPS),
  /** The caller's items, in order. */
  items: z.array(z.object({ item, is_done: z.boolean(), is_dismissed: z.boolean() })),
  /** The checklist is hidden for good. */
  is_hidden: z.boolean(),
  /** Whether items are left, and the checklist is not hidden. */
  is_open: z.boolean(),
});
export type SetupState = z.infer<typeof setupState>;

export const getFirstRun = endpoint({
  method: 'GET',
  path: '/api/first-run',
  permission: 'public',
  summary: 'Whether this workspace waits for its first administrator.',
  perMinute: 60,
  response: z.object({ data: z.object({ is_open: z.boolean() }) }),
});

export const createAdministrator = endpoint({
  method: 'POST',
  path: '/api/first-run/administrator',
  permission: 'public',
  summary:
    'Create the first administrator of a new workspace. Requires the setup word that the server printed when it started; refused once anyone has an active account.',
  perMinute: 10,
  body: z.strictObject({
    word: z.string().max(100),
    fullname: line(LIMITS.name),
    username: line(LIMITS.name),
    email: emailAddress.nullable(),
    password: z.string().min(1).max(LIMITS.passwordMax),
    language,
  }),
  response: okResponse,
});

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  permission: 'CONFIG_APP:EDIT',
  summary: 'The step of the setup wizard, and the setup checklist, as far as the caller may do its items.',
  response: z.object({ data: setupState }),
});

export const updateSetup = endpoint({
  method: 'PATCH',
  path: '/api/setup',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Save the step of the setup wizard, and which items of the checklist are not needed.',
  body: z.strictObject({
    step: z.enum(SETUP_STEPS).optional(),
    dismissed: z.array(item).max(CHECKLIST_ITEMS.length).optional(),
    is_hidden: z.boolean().optional(),
  }),
  response: z.object({ data: setupState }),
});
