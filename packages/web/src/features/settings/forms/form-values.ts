import {
  FORM_FIELDS,
  Media,
  type BodyOf,
  type createWebForm,
  type CustomField,
  type FormField,
  type Reference,
  type updateWebForm,
  type WebForm,
  type WebFormSettings,
  onOneLine,
} from '@trunkline/contract';
import { isHexColor } from '../widgets/contrast.ts';
import { sameValue } from '#shared/forms/same-value.ts';
import { firstInvalidSite, readSites } from '../widgets/site-list.ts';
import type { FieldRequirement } from '../widgets/widget-form.ts';

export type FormValues = {
  name: string;
  department_id: number;
  is_active: boolean;
  settings: Omit<WebFormSettings, 'allowed_sites' | 'asked' | 'custom'>;
  asked: Record<FormField, FieldRequirement>;
  /** By the id of the custom field. */
  custom: Record<number, FieldRequirement>;
  /** As typed, one site per line. */
  sites: string;
};
export type FormProblem = 'name' | 'color' | 'sites' | 'title.en' | 'title.id' | 'thanks.en' | 'thanks.id';

const NEW: WebFormSettings = {
  color: '#0b6a79',
  title: { en: 'How can we help?', id: 'Ada yang bisa kami bantu?' },
  intro: {
    en: 'Write to us. We answer by e-mail.',
    id: 'Tulis kepada kami. Kami menjawab lewat email.',
  },
  thanks: {
    en: 'Thank you. We have your message and will answer by e-mail.',
    id: 'Terima kasih. Pesan Anda sudah kami terima dan akan kami jawab lewat email.',
  },
  default_language: 'en',
  asked: [
    { field: 'email', required: true },
    { field: 'subject', required: false },
  ],
  custom: [],
  mailbox_id: null,
  allowed_sites: [],
};

const requirementOf = (entry: { required: boolean } | undefined): FieldRequirement =>
  entry ? (entry.required ? 'required' : 'optional') : 'off';

/** Returns the values of a saved form. */
export function valuesOf({
  name,
  department_id,
  is_active,
  settings,
}: Pick<WebForm, 'name' | 'department_id' | 'is_active' | 'settings'>): FormValues {
  const { allowed_sites: sites, asked, custom, ...rest } = settings;
  const requirementOfField = (field: FormField) => requirementOf(asked.find((one) => one.field === field));
  return {
    name,
    department_id,
    is_active,
    settings: rest,
    asked: {
      email: requirementOfField('email'),
      phone: requirementOfField('phone'),
      subject: requirementOfField('subject'),
    },
    custom: Object.fromEntries(custom.map((one) => [one.id, requirementOf(one)])),
    sites: sites.join('\n'),
  };
}

/** Returns the problems of the form. */
export function problemsOf({ name, settings, sites }: FormValues): ReadonlySet<FormProblem> {
  const problems = new Set<FormProblem>();
  if (onOneLine(name) === '') problems.add('name');
  if (!isHexColor(settings.color)) problems.add('color');
  if (firstInvalidSite(readSites(sites))) problems.add('sites');
  for (const language of ['en', 'id'] as const) {
    if (onOneLine(settings.title[language]) === '') problems.add(`title.${language}`);
    if (settings.thanks[language].trim() === '') problems.add(`thanks.${language}`);
  }
  return problems;
}

/** Returns only what has changed; `settings` is sent as a whole. */
export function changesOf(values: FormValues, form: WebForm): BodyOf<typeof updateWebForm> {
  const settings = settingsOf(values, form);
  return {
    ...(onOneLine(values.name) !== form.name && { name: onOneLine(values.name) }),
    ...(values.department_id !== form.department_id && { department_id: values.department_id }),
    ...(values.is_active !== form.is_active && { is_active: values.is_active }),
    ...(!sameValue(settings, form.settings) && { settings }),
  };
}

/** Returns a new form with the most common fields; it is answered from its department's mailbox, if there is one. */
export function newFormValues({
  departments,
  channel_accounts: accounts,
}: Pick<Reference, 'departments' | 'channel_accounts'>): FormValues {
  const department = departments.find(({ is_active: isOn }) => isOn)?.id ?? 0;
  const mailboxes = accounts.filter((account) => account.media_id === Media.email && account.is_active);
  const mailbox = mailboxes.find((one) => one.department_id === department) ?? mailboxes[0];
  const settings = { ...NEW, mailbox_id: mailbox?.id ?? null };
  return valuesOf({ name: '', department_id: department, is_active: true, settings });
}

/** Returns the new form as the request has it. */
export const formBody = (values: FormValues): BodyOf<typeof createWebForm> => ({
  name: onOneLine(values.name),
  department_id: values.department_id,
  settings: settingsOf(values, { settings: NEW }),
});

/** Returns the custom fields that a form can contain: fields bound to a type or category are left out, because neither is known yet. */
export const fieldsForForm = (fields: readonly CustomField[]): CustomField[] =>
  fields.filter((field) => field.is_active && field.type_ids.length === 0 && field.category_ids.length === 0);

/** Returns the line of HTML that embeds a form. */
export const formSnippet = (origin: string, key: string): string =>
  `<script src="${origin}/widget/form.js" data-form="${key}"></script>`;
export const formLink = (origin: string, key: string): string => `${origin}/widget/${key}/form`;

function settingsOf(values: FormValues, form: Pick<WebForm, 'settings'>): WebFormSettings {
  const before = form.settings.custom.map(({ id }) => id);
  // Fields that the form has keep their order; new ones come after them.
  const ids = [
    ...before,
    ...Object.keys(values.custom)
      .map(Number)
      .filter((id) => !before.includes(id)),
  ];
  return {
    ...values.settings,
    asked: FORM_FIELDS.filter((field) => values.asked[field] !== 'off').map((field) => ({
      field,
      required: values.asked[field] === 'required',
    })),
    custom: ids
      .filter((id) => (values.custom[id] ?? 'off') !== 'off')
      .map((id) => ({ id, required: values.custom[id] === 'required' })),
    allowed_sites: readSites(values.sites),
  };
}
