import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterKey, captureKeys, releaseKeys } from './held-keys.ts';

it.each([
  [['e', 'v', 'a'], 'eva'],
  [['e', 'Shift', 'V', 'Enter', 'ArrowDown'], 'eV'],
  [['a', '😀', 'Backspace', 'b'], 'ab'],
  [['Backspace', ' '], ' '],
])('the keys %j are the text "%s"', (keys, text) => {
  expect(keys.reduce(afterKey, '')).toBe(text);
});

describe('keys typed before a dialog is there', () => {
  const cancel = vi.fn();
  let onPage: string[] = [];
  beforeEach(() => {
    onPage = [];
    cancel.mockClear();
    const events = new EventTarget();
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
    vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
    vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
  });
  afterEach(() => {
    releaseKeys();
    vi.unstubAllGlobals();
  });

  /** Presses keys; the page has those that are not held. */
  function press(...keys: string[]): void {
    for (const name of keys) {
      const ctrlKey = name.startsWith('mod+');
      const key = ctrlKey ? name.slice(4) : name;
      const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey });
      dispatchEvent(event);
      if (!event.defaultPrevented) onPage.push(name);
    }
  }

  it('do not reach the page, except with Ctrl, and Escape cancels', () => {
    captureKeys(cancel);
    press('e', 'Enter', 'mod+k');
    expect(onPage).toEqual(['mod+k']);
    expect(cancel).not.toHaveBeenCalled();
    press('Escape');
    expect(cancel).toHaveBeenCalledOnce();
    expect(onPage).toEqual(['mod+k']);
    expect(releaseKeys()).toBe('e');
    press('e');
    expect(onPage).toEqual(['mod+k', 'e']);
  });

  it('belong to whatever was opened last', () => {
    const isHeld = captureKeys(cancel);
    expect(isHeld()).toBe(true);
    captureKeys(() => undefined);
    expect(isHeld()).toBe(false);
  });
});
