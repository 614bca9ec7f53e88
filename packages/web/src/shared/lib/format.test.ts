import { afterEach, expect, it } from 'vitest';
import {
  clockTime,
  dayOf,
  durationText,
  exactTime,
  fileSize,
  relativeTime,
  shortDate,
  stopwatchText,
  workTimeText,
} from './format.ts';
import { languageStore } from './language.ts';
import { nearTime } from './near-time.ts';
import { setScreenTimeZone } from './time-zone.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => NOW - seconds * 1000;

afterEach(() => {
  languageStore.set('en');
  setScreenTimeZone('UTC');
});

it.each([
  [5, 'just now'],
  [50, '1 min ago'],
  [300, '5 min ago'],
  [3599, '59 min ago'],
  [86_399, '23 h ago'],
  [2 * 3600, '2 h ago'],
  [86_400, 'yesterday'],
  [20 * 86_400, '31 Oct'],
  [400 * 86_400, '16 Oct 2025'],
])('%i seconds ago reads "%s"', (seconds, words) => {
  languageStore.set('en');
  expect(relativeTime(ago(seconds), NOW)).toBe(words);
});

it('speaks Indonesian when the user does', () => {
  languageStore.set('id');
  expect(relativeTime(ago(300), NOW)).toBe('5 mnt lalu');
  expect(relativeTime(ago(2 * 3600), NOW)).toBe('2 jam lalu');
  expect(relativeTime(ago(4 * 86_400), NOW)).toBe('4 hari lalu');
  expect(durationText(7500)).toBe('2 jam 5 mnt');
  expect(durationText(28 * 3600 + 300)).toBe('1 hari 4 jam');
  expect(workTimeText(28 * 3600 + 300)).toBe('28 jam 5 mnt');
  expect(durationText(836, 'minute')).toBe('14 mnt');
  expect(fileSize(2_240_000)).toBe('2,1 MB');
});

it.each([
  [0, '0:00'],
  [65, '1:05'],
  [86_399, '23:59:59'],
  [3 * 86_400 + 4 * 3600, '3 d 4 h'],
])('%i seconds run as %s', (seconds, text) => {
  expect(stopwatchText(seconds)).toBe(text);
});

const NEW_YEAR = '2026-12-31T20:30:00.000Z';

it.each([
  ['UTC', '20:30', 'Thu, 31 Dec 2026, 20:30:00'],
  ['Asia/Jakarta', '03:30', 'Fri, 1 Jan 2027, 03:30:00'],
  ['Asia/Kolkata', '02:00', 'Fri, 1 Jan 2027, 02:00:00'],
  ['America/New_York', '15:30', 'Thu, 31 Dec 2026, 15:30:00'],
])('in %s a time reads %s, and hovering "%s"', (zone, clock, exact) => {
  setScreenTimeZone(zone);
  expect(clockTime(NEW_YEAR)).toBe(clock);
  expect(exactTime(NEW_YEAR)).toMatch(exact);
});

it('names the zone of an exact time where it is not the one of this device', () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  setScreenTimeZone(own);
  expect(exactTime(NEW_YEAR)).toMatch(/:\d\d:00$/);
  const other = own === 'Asia/Jakarta' ? 'Asia/Kolkata' : 'Asia/Jakarta';
  setScreenTimeZone(other);
  expect(exactTime(NEW_YEAR)).toMatch(/ GMT\+(?:7|5:30)$/);
});

it.each([
  ['2026-11-20T20:00:00.000Z', '20:00', '20:00'],
  ['2026-11-21T09:00:00.000Z', 'tomorrow, 09:00', 'besok, 09.00'],
  ['2026-11-19T09:00:00.000Z', 'yesterday, 09:00', 'kemarin, 09.00'],
  ['2026-11-24T09:00:00.000Z', '24 Nov, 09:00', '24 Nov, 09.00'],
])('%s is near as %s', (time, english, indonesian) => {
  setScreenTimeZone('UTC');
  expect(nearTime(time, NOW)).toBe(english);
  languageStore.set('id');
  expect(nearTime(time, NOW)).toBe(indonesian.replace('20:00', '20.00'));
});

it('draws the line between days and years where the zone has its midnight', () => {
  const next = '2026-12-31T23:30:00.000Z';
  setScreenTimeZone('UTC');
  expect(dayOf(NEW_YEAR)).toBe(dayOf(next));
  expect(shortDate(NEW_YEAR, Date.parse('2027-01-01T12:00:00.000Z'))).toBe('31 Dec 2026');
  setScreenTimeZone('Asia/Jakarta');
  expect(dayOf(NEW_YEAR)).toBe(dayOf(next));
  expect(shortDate(NEW_YEAR, Date.parse('2027-01-01T12:00:00.000Z'))).toBe('1 Jan');
  setScreenTimeZone('Europe/Berlin');
  expect(dayOf(NEW_YEAR)).not.toBe(dayOf(next));
});

it('reads times in the zone of the device where the browser does not know the one of the settings', () => {
  setScreenTimeZone('Mars/X');
  expect(clockTime(NEW_YEAR)).toMatch(/^\d\d:\d\d$/);
});
