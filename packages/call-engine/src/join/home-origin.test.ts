import { expect, test } from 'vitest';
import { processorsFrom } from '../input-settings/processors.ts';
import { homeOriginOf } from './home-origin.ts';

const PAGE = 'https://shop.example.test/checkout';
const ROOM = 'https://desk.example.test/rooms/one?t=token';
const begin = (properties: object) => homeOriginOf({ action: 'join-meeting', properties }, PAGE);

// Where the library evaluates the script's text there is no script element that names its address.
test.each([
  [
    'by the option that named it',
    { url: ROOM, dailyConfig: { callObjectBundleUrlOverride: 'https://cdn.example.test/e.js' } },
    'https://cdn.example.test/e.js',
  ],
  [
    'by an option that is short for an address of the page',
    { dailyConfig: { callObjectBundleUrlOverride: '/calls/e.js' } },
    'https://shop.example.test/calls/e.js',
  ],
  ['from the server of the room', { url: ROOM }, 'https://desk.example.test/call-engine/call-engine.js'],
  ['by nobody yet', {}, undefined],
])('the origin of the script is found %s', (_how, properties, home) => {
  expect(begin(properties)).toBe(home);
});

test('a message that does not begin a call gives no origin', () => {
  expect(homeOriginOf({ action: 'leave-meeting' }, PAGE)).toBeUndefined();
});

test('backgrounds and noise cancellation work before the application has set the address of their files', () => {
  const { audio, video } = processorsFrom(() => undefined);
  expect([audio, video].flatMap((each) => Object.keys(each ?? {}))).toEqual([
    'noise-cancellation',
    'background-blur',
    'background-image',
  ]);
});
