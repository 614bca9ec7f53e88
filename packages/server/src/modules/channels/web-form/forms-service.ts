import {
  Media,
  type BodyOf,
  type createWebForm,
  type CustomField,
  type getForm,
  type ResponseOf,
  type updateWebForm,
  type WebForm,
  type WebFormSettings,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { auditedChange } from '#platform/audit';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { isAllowedSite } from '#platform/http/sites';
import type { Settings } from '#modules/settings';
import type { Challenges } from './challenges.ts';
import { customFieldsOfForm } from './content.ts';
import * as store from './store.ts';
import type { FormRow } from './store.ts';

/**
 * Web forms and their settings, and how visitors see them. @throws AppError `invalid_reference` where the settings refer to
 * something that does not exist
 */
export type Forms = {
  /** An active form. @throws AppError `not_found`; `site_not_allowed` for a page of another site */
  open(key: string, site?: string): Promise<FormRow>;
  /** The custom fields of tickets and customers that a form can ask for. */
  listFields(q: Query): Promise<CustomField[]>;
  list(): Promise<WebForm[]>;
  create(viewer: Viewer, body: BodyOf<typeof createWebForm>): Promise<WebForm>;
  update(viewer: Viewer, id: number, body: BodyOf<typeof updateWebForm>): Promise<WebForm>;
  /** The form for visitors, with a challenge. */
  show(key: string, site: string | undefined): Promise<PublicForm>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Settings;
  challenges: Challenges;
};
type PublicForm = ResponseOf<typeof getForm>['data'];

/** Submissions within this time make the challenge harder. */
const PRESSURE_MS = 10 * 60_000;

/** Forms and their settings, and how visitors see them. */
export function createForms({ db, clock, settings, challenges }: Deps): Forms {
  async function change(
    viewer: Viewer,
    { action, id: own }: { action: string; id?: number },
    work: (tx: Tx) => Promise<number>,
  ): Promise<WebForm> {
    return db.transaction(async (tx) => {
      const before = own === undefined ? undefined : await store.findForm(tx.q, own);
      const id = await work(tx);
      const form = toForm(found(await store.findForm(tx.q, id)));
      const details = auditedChange(before && audited(toForm(before)), audited(form)) ?? {};
      await settings.audit(tx.q, { viewer, action, subject: String(id), details });
      tx.emit('settings-changed', { part: 'web-forms' }, ['everyone']);
      return form;
    });
  }

  async function demandKnown(
    q: Query,
    { department_id: department, settings: wish }: BodyOf<typeof updateWebForm>,
  ): Promise<void> {
    if (department !== undefined && !(await settings.findDepartment(q, department)))
      throw refused('department_id', 'Unknown department');
    if (wish) await demandSettings(q, wish);
  }

  async function demandSettings(q: Query, { mailbox_id: id, asked, custom }: WebFormSettings): Promise<void> {
    const mailbox = id === null ? undefined : await settings.findAccount(q, { id });
    if (id !== null && mailbox?.media_id !== Media.email)
      throw refused('settings.mailbox_id', 'Unknown mailbox');
    const known = new Set((await listFields(q)).map((field) => field.id));
    const unknown = custom.find((field) => !known.has(field.id));
    if (unknown) throw refused('settings.custom', `There is no field ${unknown.id}`);
    const names = [...asked.map(({ field }) => field), ...custom.map((field) => field.id)];
    if (new Set(names).size < names.length) throw refused('settings', 'A field is asked twice');
  }

  const listFields = async (q: Query) => [
    ...(await settings.customFields.list(q, 'ticket')),
    ...(await settings.customFields.list(q, 'customer')),
  ];

  /** Returns an active form; `not_found` otherwise. */
  async function open(key: string, site?: string): Promise<FormRow> {
    const row = await store.findFormByKey(db.q, key);
    if (!row?.is_active) throw new AppError('not_found');
    if (site && !isAllowedSite(site, row.settings.allowed_sites)) throw new AppError('site_not_allowed');
    return row;
  }

  return {
    open,
    listFields,

    list: async () => (await store.listForms(db.q)).map(toForm),

    create: (viewer, body) =>
      change(viewer, { action: 'web-form.created' }, async (tx) => {
        await demandKnown(tx.q, body);
        const { settings: wish, ...account } = body;
        const id = await settings.accounts.insert(tx, { ...account, media_id: Media.webForm });
        await store.insertForm(tx.q, id, wish);
        return id;
      }),

    update: (viewer, id, body) =>
      change(viewer, { action: 'web-form.changed', id }, async (tx) => {
        found(await store.findForm(tx.q, id));
        await demandKnown(tx.q, body);
        const { settings: wish, ...account } = body;
        await settings.accounts.update(tx, { ...given(account), id, media_id: Media.webForm });
        if (wish) await store.updateForm(tx.q, id, wish);
        return id;
      }),

    async show(key, site) {
      const { id, settings: form } = await open(key, site);
      const { color, title, intro, thanks, default_language, asked } = form;
      const since = new Date(clock.now().getTime() - PRESSURE_MS);
      const custom = customFieldsOfForm(form, await listFields(db.q)).map(
        ({ isRequired, options, ...field }) => ({
          id: field.id,
          name: field.name,
          kind: field.kind,
          hint: field.hint,
          entity: field.entity,
          options: options.filter((one) => one.is_active),
          required: isRequired,
        }),
      );
      const challenge = challenges.createChallenge(id, await store.countSubmissionsSince(db.q, id, since));
      return { color, title, intro, thanks, default_language, asked, custom, challenge };
    },
  };
}

const refused = (path: string, message: string) => new AppError('invalid_reference', [{ path, message }]);

const audited = ({ settings, ...rest }: WebForm): object => ({ ...rest, ...settings });

type Account = Pick<BodyOf<typeof updateWebForm>, 'name' | 'department_id' | 'is_active'>;

function given({ name, department_id, is_active }: Account) {
  return {
    ...(name !== undefined && { name }),
    ...(department_id !== undefined && { department_id }),
    ...(is_active !== undefined && { is_active }),
  };
}

function toForm({ settings, mailbox_id, ...row }: FormRow): WebForm {
  const whole: WebFormSettings = { ...settings, mailbox_id };
  return { ...row, settings: whole };
}
