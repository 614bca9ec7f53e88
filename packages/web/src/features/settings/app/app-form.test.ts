import type { WorkspaceSettings } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { appChanges, appFormOf, appProblems, NO_MAIL, type AppForm } from './app-form.ts';

const config: WorkspaceSettings = {
  organisation: 'Nusantara Air',
  logo: null,
  time_zone: 'Asia/Jakarta',
  default_language: 'id',
  home_country: 'ID',
  reopen_window_hours: 72,
  offer_seconds: 30,
  password_min_length: 10,
  password_max_age_days: 180,
  session_hours: 12,
  mail: {
    is_configured: true,
    host: 'mail.example',
    port: 587,
    secure: false,
    username: 'desk',
    from: 'desk@nusantara.example',
  },
  recording: { default: 'always', voice: null, video: 'never', departments: [], keep_days: null },
  routing: { ring_seconds: 30, priority_seconds: 120, return_days: 7, weights: [] },
  ticket_number: { prefix: '', date: 'none', digits: 6 },
  room_platform: { chosen: null, default: 'embedded', available: ['embedded', 'daily'] },
  is_demo: true,
  phones_url: null,
  version: '0.1.0',
};
const form = appFormOf(config);
const isZone = (zone: string) => zone === 'Asia/Jakarta';
const problems = (patch: Partial<AppForm>) => [...appProblems({ ...form, ...patch }, isZone)];

it('has no problem with what the server has', () => {
  expect(problems({})).toEqual([]);
});

it.each<[Partial<AppForm>, string]>([
  [{ organisation: ' ' }, 'organisation'],
  [{ time_zone: 'Mars/Base' }, 'time_zone'],
  [{ offer_seconds: 4 }, 'offer_seconds'],
  [{ session_hours: 1.5 }, 'session_hours'],
  [{ mail: { ...form.mail, from: 'desk' } }, 'mail.from'],
  [{ mail: { ...form.mail, port: 0 } }, 'mail.port'],
])('%j is refused at its field', (patch, field) => {
  expect(problems(patch)).toEqual([field]);
});

it('needs no sender where there is no server', () => {
  expect(problems({ mail: { ...form.mail, host: '', from: '' } })).toEqual([]);
});

it('sends only what has changed, and the password only when one was typed', () => {
  expect(appChanges(form, config)).toEqual({});
  expect(appChanges({ ...form, offer_seconds: 45 }, config)).toEqual({ offer_seconds: 45 });
  const { password: _, ...server } = form.mail;
  expect(appChanges({ ...form, mail: { ...form.mail, port: 465 } }, config)).toEqual({
    mail: { ...server, port: 465 },
  });
  expect(appChanges({ ...form, mail: { ...form.mail, password: 'new' } }, config).mail?.password).toBe('new');
});

it('ends sending when no server is named', () => {
  expect(appChanges({ ...form, mail: NO_MAIL }, config)).toEqual({ mail: null });
  expect(problems({ mail: NO_MAIL })).toEqual([]);
});

it('sends what is recorded as a whole, and not how long that is kept', () => {
  const recording = { ...form.recording, voice: 'on_demand' as const };
  expect(appChanges({ ...form, recording }, config)).toEqual({
    recording: { voice: 'on_demand', video: 'never', departments: [] },
  });
});

it('sends the number format whole, the platform by its name, and neither where nothing has changed', () => {
  const ticket_number = { ...form.ticket_number, prefix: 'SUP' };
  expect(appChanges({ ...form, ticket_number, room_platform: 'daily' }, config)).toEqual({
    ticket_number,
    room_platform: 'daily',
  });
  expect(appChanges({ ...form, ticket_number: { ...form.ticket_number } }, config)).toEqual({});
  const bad = { ...form, ticket_number: { ...ticket_number, prefix: '9' } };
  expect([...appProblems(bad, isZone)]).toEqual(['ticket_number']);
});
