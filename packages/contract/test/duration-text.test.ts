import { expect, it } from 'vitest';
import { callStopwatchText, durationText, stopwatchText } from '../src/kit/duration-text.ts';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

it.each([
  [-4, '0 s', '0 dtk'],
  [45.2, '45 s', '45 dtk'],
  [59.6, '1 min', '1 mnt'],
  [836, '13 min 56 s', '13 mnt 56 dtk'],
  [59 * MINUTE + 59, '59 min 59 s', '59 mnt 59 dtk'],
  [HOUR - 0.4, '1 h', '1 jam'],
  [2 * HOUR + 5 * MINUTE + 29, '2 h 5 min', '2 jam 5 mnt'],
  [2 * HOUR + 59 * MINUTE + 31, '3 h', '3 jam'],
  [DAY - MINUTE, '23 h 59 min', '23 jam 59 mnt'],
  [DAY - 20, '1 d', '1 hari'],
  [3 * DAY + 4 * HOUR, '3 d 4 h', '3 hari 4 jam'],
  [2 * DAY - 29 * MINUTE, '2 d', '2 hari'],
])('%d seconds took "%s", in Indonesian "%s"', (seconds, english, indonesian) => {
  expect([durationText(seconds, 'en'), durationText(seconds, 'id')]).toEqual([english, indonesian]);
});

it.each([
  [28 * HOUR + 5 * MINUTE, '28 h 5 min'],
  [DAY - 20, '24 h'],
  [836, '13 min 56 s'],
])('%d seconds of work are "%s": a day of work is not 24 hours', (seconds, text) => {
  expect(durationText(seconds, 'en', { largest: 'hour' })).toBe(text);
});

it.each([
  [45, '45 s'],
  [836, '14 min'],
  [HOUR - 20, '1 h'],
])('%d seconds are "%s" where seconds would be out of date', (seconds, text) => {
  expect(durationText(seconds, 'en', { smallest: 'minute' })).toBe(text);
});

it.each([
  [-4, '0:00', '00:00:00'],
  [23.9, '0:23', '00:00:23'],
  [65, '1:05', '00:01:05'],
  [3723, '1:02:03', '01:02:03'],
])('%d seconds run as %s, in a call window as %s', (seconds, text, inCallWindow) => {
  expect([stopwatchText(seconds), callStopwatchText(seconds)]).toEqual([text, inCallWindow]);
});
