import { randomBytes } from 'node:crypto';
import {
  COUNTRIES,
  Media,
  type WorkspaceSettings,
  type CallPlatform,
  type Macro,
  type MediaId,
  type BodyOf,
  type createWidget,
  type Reference,
  type ResponseOf,
  type Template,
  type testMail,
  type updateWorkspaceSettings,
  type updateWidget,
  type widget,
  type WidgetSettings,
} from '@trunkline/contract';
import type { z } from 'zod';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { createLists, type Lists } from '#modules/lists';
import { isReachable, EMBEDDED_ROOMS_ONLY } from '#platform/config/call-platform-config';
import {
  callPlatformOf,
  toWorkspaceSettings,
  toConfigRows,
  type StartOptions,
} from './workspace-settings.ts';
import { createCustomFields, type CustomFields } from './custom-fields.ts';
import { createDepartmentMerging, type DepartmentMerging } from './departments/merge-service.ts';
import {
  accountsInDepartmentMerge,
  recordingInDepartmentMerge,
} from './departments/settings-department-merge.ts';
import { createListLayouts, type ListLayouts } from './list-layouts.ts';
import { createLogo, logoAddress, type Logo } from './logo.ts';
import { createMail, type Mail, explainMailError, testMailIn } from './mail.ts';
import { createOfficeHoursSettings, type OfficeHoursSettings } from './office-hours-service.ts';
import { createRetention, type RetentionSettings } from './retention.ts';
import { auditedChange, hasAudited, insertAudit, insertAudits, type NewAuditEntry } from '#platform/audit';
import * as store from './store.ts';

/** A channel account; `settings` is as its channel wrote it. */
type Account = {
  id: number;
  name: string;
  key: string;
  media_id: MediaId;
  department_id: number;
  is_active: boolean;
  settings: unknown;
  updated_at: string;
};

/** Accounts of channels that store their own settings. */
type ChannelAccounts = {
  /** Returns the new account's id. */
  insert(tx: Tx, account: Pick<Account, 'name' | 'department_id' | 'media_id'>): Promise<number>;
  /** @throws AppError `not_found` for an id of another channel */
  update(tx: Tx, change: AccountChange): Promise<void>;
  remove(tx: Tx, id: number): Promise<void>;
};

/** The settings of the workspace, and rows of its lists that other modules need. */
export type Settings = {
  /** Stored settings and defaults; cached until they change. */
  config(): Promise<WorkspaceSettings>;
  /** The platform of new room calls. */
  roomPlatform(): Promise<CallPlatform>;
  /** @throws AppError `invalid` for an unknown country; `invalid_reference` for an unknown department */
  updateConfig(viewer: Viewer, patch: BodyOf<typeof updateWorkspaceSettings>): Promise<WorkspaceSettings>;
  /** The same within a transaction. */
  updateConfigIn(tx: Tx, viewer: Viewer, patch: BodyOf<typeof updateWorkspaceSettings>): Promise<void>;
  /** Connects and sends a mail; the result is for people. @throws AppError `mail_not_configured` */
  testMail(to: string | null): Promise<ResponseOf<typeof testMail>>;
  mail: Mail;
  lists: Lists;
  customFields: CustomFields;
  officeHours: OfficeHoursSettings;
  listLayouts: ListLayouts;
  departments: DepartmentMerging;
  logo: Logo;
  retention: RetentionSettings;
  accounts: ChannelAccounts;
  /** Skills that are required, and overflow departments with their delay in seconds. */
  routing: {
    skills(q: Query): Promise<store.SkillRequirement[]>;
    overflows(q: Query): Promise<{ id: number; to: number; seconds: number }[]>;
  };

  /** Writes to the audit log in this transaction. */
  audit(q: Query, entry: NewAuditEntry): Promise<void>;
  auditAll(q: Query, entries: readonly NewAuditEntry[]): Promise<void>;
  /** Whether this user has done that to the subject since then. */
  hasAudited(
    q: Query,
    done: { userId: number; action: string; subject: string; since: Date },
  ): Promise<boolean>;

  listReference(): Promise<Omit<Reference, 'activities' | 'tags'>>;
  listTemplates(): Promise<Template[]>;
  /** Active macros; `only`: that one, if it is active. */
  listMacros(q: Query, only?: number): Promise<Macro[]>;
  macros(): Promise<Macro[]>;
  /** How many macros and rules assign tickets to this user, or notify them. */
  countMacrosAndRulesOfUser(q: Query, id: number): Promise<{ macros: number; rules: number }>;
  /** The default priority of a ticket. */
  defaultPriority(q: Query): Promise<store.Priority>;
  findPriority(q: Query, id: number): Promise<store.Priority | undefined>;
  /** `wrap_up_seconds`: after how many seconds wrap-up ends; null: only by the agent. */
  findDepartment(
    q: Query,
    id: number,
  ): Promise<
    | (Pick<Account, 'id' | 'name' | 'is_active'> & {
        wrap_up_seconds: number | null;
        /** The department it was merged into. */
        merged_into: number | null;
      })
    | undefined
  >;
  /** A break reason that is active, with its department (null: all). */
  findBreakReason(q: Query, id: number): Promise<{ department_id: number | null } | undefined>;
  /** @throws AppError `invalid_reference` where the subcategory does not belong to the category */
  demandSubcategory(
    q: Query,
    categoryId: number | null | undefined,
    subcategoryId: number | null | undefined,
  ): Promise<void>;
  /** @throws AppError `invalid_reference` for ids that are not in their list */
  demandKnown(q: Query, ids: Partial<Record<store.ReferencedList, number | null | undefined>>): Promise<void>;

  /** The ids of active accounts. */
  listAccountIds(q: Query): Promise<number[]>;
  findAccount(q: Query, by: { id: number } | { key: string }): Promise<Account | undefined>;
  listWidgets(): Promise<Widget[]>;
  createWidget(viewer: Viewer, body: BodyOf<typeof createWidget>): Promise<Widget>;
  updateWidget(viewer: Viewer, id: number, body: BodyOf<typeof updateWidget>): Promise<Widget>;
};

type Widget = z.input<typeof widget>;

type AccountChange = Pick<Account, 'id' | 'media_id'> &
  Partial<Pick<Account, 'name' | 'department_id' | 'is_active'>>;

export function createSettings(platform: Platform, given: StartOptions): Settings {
  const { db, clock, notices, secrets } = platform;
  const mail = createMail({ ...platform, privateHosts: given.mail?.privateHosts ?? [] });
  const lists = createLists(platform);
  const officeHours = createOfficeHoursSettings({ ...platform, lists });
  const departments = createDepartmentMerging({ ...platform, lists });
  departments.register(accountsInDepartmentMerge);
  departments.register(recordingInDepartmentMerge(notices));
  let cached: WorkspaceSettings | undefined;
  notices.on('app-config', () => (cached = undefined));

  async function config(): Promise<WorkspaceSettings> {
    if (cached) return cached;
    const version = await store.logoVersion(db.q);
    const logo = version === undefined ? null : logoAddress(version);
    return (cached = { ...toWorkspaceSettings(await store.readConfigRows(db.q), given), logo });
  }

  async function changeWidget(
    viewer: Viewer,
    id: number | null,
    change: (tx: Tx) => Promise<{ id: number }>,
  ): Promise<Widget> {
    return db.transaction(async (tx) => {
      const before = id === null ? undefined : await store.findAccount(tx.q, { id });
      const row = await change(tx);
      const after = found(await store.findAccount(tx.q, { id: row.id }));
      await insertAudit(tx.q, {
        viewer,
        action: id ? 'widget.changed' : 'widget.created',
        subject: String(row.id),
        details: auditedChange(before && auditedWidget(before), auditedWidget(after)) ?? {},
      });
      tx.emit('settings-changed', { part: 'widgets' }, ['everyone']);
      tx.emit('settings-changed', { part: 'reference' }, ['everyone']);
      return toWidget(after);
    });
  }

  /** A rule for an unknown department could not be seen any more. */
  async function demandDepartments(q: Query, named: readonly { department_id: number }[]): Promise<void> {
    for (const { department_id: id } of named) {
      if (await store.findDepartment(q, id)) continue;
      throw new AppError('invalid_reference', [
        { path: 'recording.departments', message: `Unknown department ${id}` },
      ]);
    }
  }

  function demandReachable(platform: CallPlatform | null | undefined): void {
    if (!platform || isReachable(given.calls ?? EMBEDDED_ROOMS_ONLY, platform)) return;
    throw new AppError('invalid', [
      { path: 'room_platform', message: `The server was started without the settings of ${platform}` },
    ]);
  }

  async function updateConfigIn(
    tx: Tx,
    viewer: Viewer,
    patch: BodyOf<typeof updateWorkspaceSettings>,
  ): Promise<void> {
    if (patch.home_country !== undefined && !COUNTRIES.includes(patch.home_country))
      throw new AppError('invalid', [{ path: 'home_country', message: 'Unknown country' }]);
    demandReachable(patch.room_platform);
    await store.lockConfig(tx.q);
    await demandDepartments(tx.q, patch.recording?.departments ?? []);
    const before = await store.readConfigRows(tx.q);
    const rows = toConfigRows(patch, before, secrets.encrypt);
    await store.writeConfigRows(tx.q, rows);
    // Settings that were never stored had their defaults.
    const usual: Record<string, unknown> = toWorkspaceSettings({}, given);
    const was = Object.fromEntries(Object.keys(rows).map((name) => [name, before[name] ?? usual[name]]));
    await insertAudit(tx.q, {
      viewer,
      action: 'config.changed',
      subject: Object.keys(patch).join(' '),
      details: auditedChange(was, rows) ?? {},
    });
    tx.emit('settings-changed', { part: 'app' }, ['everyone']);
    tx.afterCommit(() => notices.send('app-config', null));
  }

  return {
    config,
    logo: createLogo({ ...platform, branding: async () => pickBranding(await config()) }),
    roomPlatform: async () => callPlatformOf(await config()),
    mail,
    lists,
    customFields: createCustomFields(),
    officeHours,
    listLayouts: createListLayouts(platform),
    departments,
    retention: createRetention({ ...platform, config }),
    audit: insertAudit,
    auditAll: insertAudits,
    hasAudited,

    listReference: () => store.listReference(db.q),
    listTemplates: () => store.listTemplates(db.q),
    listMacros: store.listMacros,
    macros: () => store.listMacros(db.q),
    countMacrosAndRulesOfUser: store.countMacrosAndRulesOfUser,
    defaultPriority: (q) => store.getDefaultPriority(q),
    findDepartment: (q, id) => store.findDepartment(q, id),
    findBreakReason: store.findBreakReason,
    findPriority: (q, id) => store.findPriority(q, id),
    routing: { skills: store.listSkills, overflows: store.listOverflows },
    listAccountIds: (q) => store.listAccountIds(q),
    accounts: {
      insert: async (tx, account) => {
        tx.emit('settings-changed', { part: 'reference' }, ['everyone']);
        const row = { ...account, settings: {}, key: randomBytes(9).toString('base64url') };
        return (await store.insertAccount(tx.q, row)).id;
      },
      update: async (tx, { id, media_id, ...fields }) => {
        tx.emit('settings-changed', { part: 'reference' }, ['everyone']);
        found(await store.updateAccount(tx.q, { ...fields, id, media_id, updated_at: clock.now() }));
      },
      remove: async (tx, id) => {
        tx.emit('settings-changed', { part: 'reference' }, ['everyone']);
        await store.removeAccount(tx.q, id);
      },
    },
    findAccount: (q, by) => store.findAccount(q, by),

    async demandSubcategory(q, categoryId, subcategoryId) {
      if (!subcategoryId) return;
      const row = await store.findSubcategory(q, subcategoryId);
      if (row && row.category_id === categoryId) return;
      throw new AppError('invalid_reference', [
        { path: 'subcategory_id', message: 'This subcategory belongs to another category' },
      ]);
    },

    async demandKnown(q, ids) {
      for (const table of store.REFERENCED_LISTS) {
        const id = ids[table];
        if (id && !(await store.existsInList(q, table, id)))
          throw new AppError('invalid_reference', [{ path: table, message: 'Not in the list' }]);
      }
    },

    updateConfigIn,
    async updateConfig(viewer, patch) {
      await db.transaction((tx) => updateConfigIn(tx, viewer, patch));
      return config();
    },

    async testMail(to) {
      if (!to)
        return {
          ok: false,
          fault: 'no_address',
          message: 'Your profile has no e-mail address to send to.',
        };
      if (!(await mail.isConfigured())) throw new AppError('mail_not_configured');
      try {
        await mail.trySending({
          to,
          ...testMailIn((await config()).default_language, clock.now()),
        });
        return { ok: true, fault: null, message: `The mail server accepted a test e-mail to ${to}.` };
      } catch (error) {
        return { ok: false, ...explainMailError(error) };
      }
    },

    listWidgets: async () => (await store.listAccounts(db.q, Media.liveChat)).map(toWidget),

    createWidget: (viewer, body) =>
      changeWidget(viewer, null, (tx) =>
        store.insertAccount(tx.q, {
          ...body,
          media_id: Media.liveChat,
          key: randomBytes(9).toString('base64url'),
        }),
      ),

    updateWidget: (viewer, id, body) =>
      changeWidget(viewer, id, async (tx) =>
        found(
          await store.updateAccount(tx.q, { ...body, id, media_id: Media.liveChat, updated_at: clock.now() }),
        ),
      ),
  };
}

const pickBranding = ({ organisation, logo }: WorkspaceSettings) => ({ organisation, logo });

const auditedWidget = ({ name, department_id, is_active, settings }: Account) => ({
  name,
  department_id,
  is_active,
  ...(settings as WidgetSettings),
});

function toWidget(row: Account): Widget {
  const { id, name, key, department_id, is_active, updated_at } = row;
  return { id, name, key, department_id, is_active, updated_at, settings: row.settings as WidgetSettings };
}
