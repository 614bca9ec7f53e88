import { expect, it } from 'vitest';
import {
  installSnippet,
  newWidgetForm,
  widgetBody,
  widgetChanges,
  widgetFormOf,
  widgetProblems,
  type Widget,
} from './widget-form.ts';

const widget: Widget = {
  id: 3,
  name: 'Shop',
  key: 'abc',
  department_id: 1,
  is_active: true,
  settings: { ...widgetBody(newWidgetForm(1)).settings, allowed_sites: ['https://shop.example'] },
  updated_at: '2026-11-20T10:00:00.000Z',
};
const form = widgetFormOf(widget);

it('sends nothing when nothing has changed', () => {
  expect(widgetChanges(form, widget)).toEqual({});
});

it('always asks for the name, and for the rest as chosen', () => {
  const asked = { email: 'off', phone: 'required', question: 'optional' } as const;
  expect(widgetChanges({ ...form, asked }, widget).settings?.pre_chat).toEqual([
    { field: 'name', required: true },
    { field: 'phone', required: true },
    { field: 'question', required: false },
  ]);
});

it('reads the sites line by line', () => {
  expect(
    widgetChanges({ ...form, sites: 'https://a.example\nhttps://b.example/x' }, widget).settings
      ?.allowed_sites,
  ).toEqual(['https://a.example', 'https://b.example']);
});

it('knows what cannot be saved', () => {
  const bad = {
    ...form,
    name: ' ',
    sites: 'no site!',
    settings: { ...form.settings, color: 'teal', title: { en: '', id: 'Halo' } },
  };
  expect([...widgetProblems(bad)]).toEqual(['name', 'color', 'sites', 'title.en']);
  expect(widgetProblems(form).size).toBe(0);
});

it('makes the line for the site', () => {
  expect(installSnippet('https://desk.example', 'abc')).toBe(
    '<script async src="https://desk.example/widget/loader.js" data-widget="abc"></script>',
  );
});
