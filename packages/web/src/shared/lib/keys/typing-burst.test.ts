import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followTyping } from './typing-burst.ts';

class Field {
  isConnected = true;
  isContentEditable = true;
  checkVisibility = () => true;
  matches = () => false;
}
const page = { isContentEditable: false };
let field: Field;
let typing: ReturnType<typeof followTyping>;
let at = 0;

beforeEach(() => {
  for (const name of ['HTMLTextAreaElement', 'HTMLSelectElement', 'HTMLInputElement'])
    vi.stubGlobal(name, Map);
  vi.stubGlobal('HTMLElement', Field);
  field = new Field();
  typing = followTyping();
});
afterEach(() => vi.unstubAllGlobals());

/** Presses keys one after the other, and returns those that belong to a text whose field has gone. */
function press(target: object, keys: readonly string[], { pauseMs = 100, ctrlKey = false } = {}): string {
  const held = keys.filter((key) => {
    at += pauseMs;
    const rest = { metaKey: false, altKey: false, shiftKey: false, timeStamp: at };
    return typing.isOfLostText({ ...rest, key, ctrlKey, target: target as HTMLElement });
  });
  return held.join('');
}

it('holds the rest of a text whose field goes while it is typed', () => {
  expect(press(field, ['t', 'h'])).toBe('');
  field.isConnected = false;
  expect(press(page, ['e', 'Shift', 'S', ' ', 'a'])).toBe('eS a');
});

it.each([
  ['after a pause', { keys: ['e'], pauseMs: 2000 }],
  ['with Ctrl', { keys: ['k'], ctrlKey: true }],
  ['after Enter', { keys: ['Enter', 'j'] }],
  ['after Escape', { keys: ['Escape', 'j'] }],
])('lets a key act %s', (_when, { keys, ...how }) => {
  press(field, ['t']);
  field.isConnected = false;
  expect(press(page, keys, how)).toBe('');
});

it('lets a key act after a press of the pointer, as on the button that closed the form', () => {
  press(field, ['t']);
  field.isConnected = false;
  typing.end();
  expect(press(page, ['n'])).toBe('');
});

it('lets a key act where the user has left the field', () => {
  press(field, ['t']);
  expect(press(page, ['j'])).toBe('');
});
