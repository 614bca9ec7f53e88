import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notifyWhileRinging } from './notifications.ts';

const shown = new Set<string>();
const page = Object.assign(new EventTarget(), { hidden: true });

beforeEach(() => {
  page.hidden = true;
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static permission = 'granted';
      readonly text: string;
      constructor(title: string, { body }: { body: string }) {
        super();
        this.text = `${title}: ${body}`;
        shown.add(this.text);
      }
      close(): void {
        shown.delete(this.text);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  shown.clear();
});

const turn = (hidden: boolean) => {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
};
const rings = () => notifyWhileRinging('Incoming Voip', { body: 'Joko', tag: 'call' });

it('a call is told of in a hidden tab for as long as it rings', () => {
  const stop = rings();
  expect([...shown]).toEqual(['Incoming Voip: Joko']);
  stop();
  expect(shown.size).toBe(0);
});

it('a call is told of when the tab is hidden while it rings, and not while it is looked at', () => {
  page.hidden = false;
  const stop = rings();
  expect(shown.size).toBe(0);
  turn(true);
  expect(shown.size).toBe(1);
  turn(false);
  expect(shown.size).toBe(0);
  stop();
  turn(true);
  expect(shown.size).toBe(0);
});
