import { Media, type Reference, type WebForm } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { changesOf, formBody, formSnippet, newFormValues, problemsOf, valuesOf } from './form-values.ts';

const reference = {
  departments: [
    { id: 1, is_active: false },
    { id: 2, is_active: true },
  ],
  channel_accounts: [
    { id: 3, media_id: Media.email, is_active: true, department_id: 1 },
    { id: 4, media_id: Media.email, is_active: true, department_id: 2 },
  ],
} as Pick<Reference, 'departments' | 'channel_accounts'>;

const form: WebForm = {
  id: 7,
  name: 'Contact',
  key: 'abc',
  department_id: 1,
  is_active: true,
  settings: { ...formBody(newFormValues(reference)).settings, custom: [{ id: 9, required: true }] },
  updated_at: '2026-11-23T10:00:00.000Z',
};
const values = valuesOf(form);

it('what was not changed is not sent', () => {
  expect(changesOf(values, form)).toEqual({});
  expect(changesOf({ ...values, name: ' Contact ' }, form)).toEqual({});
});

it('asks what is chosen, and new fields after those that it has', () => {
  const asked = { ...values.asked, email: 'off', phone: 'required' } as const;
  const changed = changesOf({ ...values, asked, custom: { 4: 'optional', 9: 'required', 5: 'off' } }, form);
  expect(changed.settings?.asked).toEqual([
    { field: 'phone', required: true },
    { field: 'subject', required: false },
  ]);
  expect(changed.settings?.custom).toEqual([
    { id: 9, required: true },
    { id: 4, required: false },
  ]);
});

it('says what is missing', () => {
  const settings = { ...values.settings, color: 'red', thanks: { en: ' ', id: 'Terima kasih' } };
  const wrong = problemsOf({ ...values, name: '', settings, sites: 'https://' });
  expect([...wrong].toSorted()).toEqual(['color', 'name', 'sites', 'thanks.en']);
  expect(problemsOf(values).size).toBe(0);
});

it('is put on a site by one line', () => {
  expect(formSnippet('https://desk.example', 'abc')).toBe(
    '<script src="https://desk.example/widget/form.js" data-form="abc"></script>',
  );
});

it('starts with the first active department and its mailbox', () => {
  const body = formBody({ ...newFormValues(reference), name: ' Contact ' });
  expect([body.name, body.department_id, body.settings.mailbox_id]).toEqual(['Contact', 2, 4]);
  expect(newFormValues({ ...reference, channel_accounts: [] }).settings.mailbox_id).toBeNull();
});
