import type { BodyOf, createWidget, updateWidget, WidgetSettings } from '@trunkline/contract';
import { isHexColor } from './contrast.ts';
import { sameValue } from '#shared/forms/same-value.ts';
import { firstInvalidSite, readSites } from './site-list.ts';
import { onOneLine } from '@trunkline/contract';

export type Widget = {
  id: number;
  name: string;
  key: string;
  department_id: number;
  is_active: boolean;
  settings: WidgetSettings;
  updated_at: string;
};
export type FieldRequirement = 'off' | 'optional' | 'required';
export type WidgetQuestion = 'email' | 'phone' | 'question';
export type WidgetForm = {
  name: string;
  department_id: number;
  is_active: boolean;
  settings: Omit<WidgetSettings, 'allowed_sites' | 'pre_chat'>;
  asked: Record<WidgetQuestion, FieldRequirement>;
  /** As typed, one site per line. */
  sites: string;
};
export type WidgetField = 'name' | 'color' | 'sites' | 'title.en' | 'title.id';

export const ASKED_FIELDS: readonly WidgetQuestion[] = ['email', 'phone', 'question'];

const NEW_SETTINGS: WidgetSettings = {
  color: '#0b6a79',
  position: 'right',
  title: { en: 'How can we help?', id: 'Ada yang bisa kami bantu?' },
  greeting: {
    en: 'Write to us and we will get back to you.',
    id: 'Tulis pesan Anda dan kami akan membalas.',
  },
  default_language: 'en',
  calls: { voice: true, video: true },
  pre_chat: [
    { field: 'name', required: true },
    { field: 'email', required: false },
    { field: 'question', required: true },
  ],
  allowed_sites: [],
};

/** Returns the key of a widget's draft, which its form and its preview share. */
export const widgetDraftKey = ({ id }: Pick<Widget, 'id'>): string => `widget ${id}`;

/** Returns the form of a saved widget. */
export function widgetFormOf(
  widget: Pick<Widget, 'name' | 'department_id' | 'is_active' | 'settings'>,
): WidgetForm {
  const { allowed_sites: sites, pre_chat: preChat, ...settings } = widget.settings;
  const requirementOf = (field: WidgetQuestion): FieldRequirement => {
    const entry = preChat.find((other) => other.field === field);
    return entry ? (entry.required ? 'required' : 'optional') : 'off';
  };
  return {
    name: widget.name,
    department_id: widget.department_id,
    is_active: widget.is_active,
    settings,
    asked: {
      email: requirementOf('email'),
      phone: requirementOf('phone'),
      question: requirementOf('question'),
    },
    sites: sites.join('\n'),
  };
}

/** Returns the fields that are not valid. */
export function widgetProblems(form: WidgetForm): ReadonlySet<WidgetField> {
  const problems = new Set<WidgetField>();
  if (onOneLine(form.name) === '') problems.add('name');
  if (!isHexColor(form.settings.color)) problems.add('color');
  if (firstInvalidSite(readSites(form.sites))) problems.add('sites');
  if (onOneLine(form.settings.title.en) === '') problems.add('title.en');
  if (onOneLine(form.settings.title.id) === '') problems.add('title.id');
  return problems;
}

/** Returns only what has changed; `settings` is sent as a whole. */
export function widgetChanges(form: WidgetForm, widget: Widget): BodyOf<typeof updateWidget> {
  const settings = settingsOf(form);
  return {
    ...(onOneLine(form.name) !== widget.name && { name: onOneLine(form.name) }),
    ...(form.department_id !== widget.department_id && { department_id: form.department_id }),
    ...(form.is_active !== widget.is_active && { is_active: form.is_active }),
    ...(!sameValue(settings, widget.settings) && { settings }),
  };
}

/** Returns the form of a new widget, with default settings. */
export const newWidgetForm = (departmentId: number): WidgetForm =>
  widgetFormOf({ name: '', department_id: departmentId, is_active: true, settings: NEW_SETTINGS });

/** Returns the new widget as the request has it. */
export const widgetBody = (form: WidgetForm): BodyOf<typeof createWidget> => ({
  name: onOneLine(form.name),
  department_id: form.department_id,
  settings: settingsOf(form),
});

/** Returns the line of HTML that embeds the chat. */
export function installSnippet(origin: string, key: string): string {
  return `<script async src="${origin}/widget/loader.js" data-widget="${key}"></script>`;
}

/** Returns the widget's settings from its form. */
export function settingsOf(form: WidgetForm): WidgetSettings {
  const asked = ASKED_FIELDS.filter((field) => form.asked[field] !== 'off');
  return {
    ...form.settings,
    pre_chat: [
      { field: 'name', required: true },
      ...asked.map((field) => ({ field, required: form.asked[field] === 'required' })),
    ],
    allowed_sites: readSites(form.sites),
  };
}
