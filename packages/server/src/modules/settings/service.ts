import { randomBytes } from 'node:crypto';
import {
  COUNTRIES,
  Media,
  type AppConfig,
  type BodyOf,
  type createWidget,
  type Reference,
  type ResponseOf,
  type testMail,
  type updateAppConfig,
  type updateWidget,
  type widget,
  type WidgetSettings,
} from '@trunkline/contract';
import type { z } from 'zod';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { createLists } from '#modules/lists';
import { toAppConfig, toRows, type Given, type StoredMail } from './app-config.ts';
import { createCustomFields } from './custom-fields.ts';
import { createListLayouts } from './list-layouts.ts';
import { createMail, explainMailError, testMailIn } from './mail.ts';
import { createOfficeHoursSettings } from './office-hours-service.ts';
import { auditedChange, hasAudited, insertAudit, insertAudits } from '#platform/audit';
import * as store from './store.ts';

export type Settings = ReturnType<typeof createSettings>;

type Widget = z.input<typeof widget>;
type Account = NonNullable<Awaited<ReturnType<typeof store.findAccount>>>;

type AccountChange = Pick<Account, 'id' | 'media_id'> &
  Partial<Pick<Account, 'name' | 'department_id' | 'is_active'>>;

export function createSettings(platform: Platform, given: Given) {
  const { db, clock, notices, secrets } = platform;
  const mail = createMail({ ...platform, privateHosts: given.mail?.privateHosts ?? [] });
  const lists = createLists(platform);
  const officeHours = createOfficeHoursSettings({ ...platform, lists });
  let cached: AppConfig | undefined;
  notices.on('app-config', () => (cached = undefined));

  async function config(): Promise<AppConfig> {
    cached ??= toAppConfig(await store.readConfigRows(db.q), given);
    return cached;
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

  /** A rule for a department that is not there would never be seen again. */
  async function demandDepartments(q: Query, named: readonly { department_id: number }[]): Promise<void> {
    for (const { department_id: id } of named) {
      if (await store.findDepartment(q, id)) continue;
      throw new AppError('invalid_reference', [
        { path: 'recording.departments', message: `There is no department ${id}` },
      ]);
    }
  }

  return {
    config,
    mail,
    lists,
    customFields: createCustomFields(),
    officeHours,
    listLayouts: createListLayouts(platform),
    audit: insertAudit,
    auditAll: insertAudits,
    hasAudited,

    listReference: (): Promise<Omit<Reference, 'activities' | 'tags'>> => store.listReference(db.q),
    listTemplates: () => store.listTemplates(db.q),
    listMacros: store.listMacros,
    macros: () => store.listMacros(db.q),
    countOfPerson: store.countOfPerson,
    defaultPriority: (q: Query) => store.getDefaultPriority(q),
    findDepartment: (q: Query, id: number) => store.findDepartment(q, id),
    findBreakReason: store.findBreakReason,
    findPriority: (q: Query, id: number) => store.findPriority(q, id),
    /** Every skill that is asked for, and which department helps which others after how long. */
    routing: { skills: store.listSkills, overflows: store.listOverflows },
    listAccountIds: (q: Query) => store.listAccountIds(q),
    /** Accounts whose settings their channel keeps itself. Call inside a transaction. */
    accounts: {
      insert: async (
        tx: Tx,
        account: Pick<Account, 'name' | 'department_id' | 'media_id'>,
      ): Promise<number> => {
        tx.emit('settings-changed', { part: 'reference' }, ['everyone']);
        const row = { ...account, settings: {}, key: randomBytes(9).toString('base64url') };
        return (await store.insertAccount(tx.q, row)).id;
      },
      update: async (tx: Tx, { id, media_id, ...fields }: AccountChange): Promise<void> => {
        tx.emit('settings-changed', { part: 'reference' }, ['everyone']);
        found(await store.updateAccount(tx.q, { ...fields, id, media_id, updated_at: clock.now() }));
      },
      remove: async (tx: Tx, id: number): Promise<void> => {
        tx.emit('settings-changed', { part: 'reference' }, ['everyone']);
        await store.removeAccount(tx.q, id);
      },
    },
    findAccount: (q: Query, by: { id: number } | { key: string }) => store.findAccount(q, by),

    /** Refuses a subcategory that does not belong to the category. */
    async demandSubcategory(
      q: Query,
      categoryId: number | null | undefined,
      subcategoryId: number | null | undefined,
    ): Promise<void> {
      if (!subcategoryId) return;
      const row = await store.findSubcategory(q, subcategoryId);
      if (row && row.category_id === categoryId) return;
      throw new AppError('invalid_reference', [
        { path: 'subcategory_id', message: 'This subcategory is not of that category' },
      ]);
    },

    /** Refuses ids that are not in the list of the settings they are said to be of. */
    async demandKnown(
      q: Query,
      ids: Partial<Record<store.Referred, number | null | undefined>>,
    ): Promise<void> {
      for (const table of store.REFERRED) {
        const id = ids[table];
        if (id && !(await store.hasNamed(q, table, id)))
          throw new AppError('invalid_reference', [{ path: table, message: 'This is not in the list' }]);
      }
    },

    async updateConfig(viewer: Viewer, patch: BodyOf<typeof updateAppConfig>): Promise<AppConfig> {
      if (patch.home_country !== undefined && !COUNTRIES.includes(patch.home_country))
        throw new AppError('invalid', [{ path: 'home_country', message: 'There is no such country' }]);
      await db.transaction(async (tx) => {
        await demandDepartments(tx.q, patch.recording?.departments ?? []);
        const before = await store.readConfigRows(tx.q);
        const rows = toRows(patch, before['mail'] as StoredMail | undefined, secrets.encrypt);
        await store.writeConfigRows(tx.q, rows);
        // What was never set is as it comes.
        const usual: Record<string, unknown> = toAppConfig({}, given);
        const was = Object.fromEntries(Object.keys(rows).map((name) => [name, before[name] ?? usual[name]]));
        await insertAudit(tx.q, {
          viewer,
          action: 'config.changed',
          subject: Object.keys(patch).join(' '),
          details: auditedChange(was, rows) ?? {},
        });
        tx.emit('settings-changed', { part: 'app' }, ['everyone']);
        tx.afterCommit(() => notices.send('app-config', null));
      });
      return config();
    },

    /** Really connects and really sends. The answer is for people. */
    async testMail(to: string | null): Promise<ResponseOf<typeof testMail>> {
      if (!to)
        return {
          ok: false,
          fault: 'no_address',
          message: 'Your own profile has no e-mail address to send to.',
        };
      if (!(await mail.isConfigured())) throw new AppError('mail_not_configured');
      try {
        await mail.trySending({
          to,
          ...testMailIn((await config()).default_language, clock.now()),
        });
        return { ok: true, fault: null, message: `The mail server took a test mail for ${to}.` };
      } catch (error) {
        return { ok: false, ...explainMailError(error) };
      }
    },

    listWidgets: async (): Promise<Widget[]> =>
      (await store.listAccounts(db.q, Media.liveChat)).map(toWidget),

    createWidget: (viewer: Viewer, body: BodyOf<typeof createWidget>): Promise<Widget> =>
      changeWidget(viewer, null, (tx) =>
        store.insertAccount(tx.q, {
          ...body,
          media_id: Media.liveChat,
          key: randomBytes(9).toString('base64url'),
        }),
      ),

    updateWidget: (viewer: Viewer, id: number, body: BodyOf<typeof updateWidget>): Promise<Widget> =>
      changeWidget(viewer, id, async (tx) =>
        found(
          await store.updateAccount(tx.q, { ...body, id, media_id: Media.liveChat, updated_at: clock.now() }),
        ),
      ),
  };
}

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
