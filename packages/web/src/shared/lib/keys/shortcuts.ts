import { useEffect, useEffectEvent, useId } from 'react';
import { keyOf, takesTyping } from './shortcut-key.ts';
import { createStore, useStore } from '../store.ts';

export type Shortcut = {
  /** `j`, `?`, `Enter`, `shift+a`, `mod+k` (Ctrl, or Cmd on a Mac), `g t` (one after the other). */
  key: string;
  /** What it does, in words, for the help. */
  description: string;
  /** Heading it stands under in the help. */
  group: string;
  run: (event: KeyboardEvent) => void;
  /** Left out of the help: a second key for the same thing. */
  hidden?: boolean;
};

const SEQUENCE_MS = 1200;

const registered = createStore<ReadonlyMap<string, readonly Shortcut[]>>(new Map());
let before: { key: string; at: number } | null = null;
let listening = false;
let isOverlaid = false;

/** Registers keys while the component is on the screen. Ignored while typing, unless with Ctrl or Cmd. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const id = useId();
  const run = useEffectEvent((index: number, event: KeyboardEvent) => shortcuts[index]?.run(event));
  const signature = shortcuts.map((entry) => `${entry.key}|${entry.description}|${entry.group}`).join('\n');
  useEffect(() => {
    listen();
    const own = shortcuts.map((entry, index) => ({
      ...entry,
      run: (event: KeyboardEvent) => run(index, event),
    }));
    registered.set(new Map(registered.get()).set(id, own));
    return () => {
      const rest = new Map(registered.get());
      rest.delete(id);
      registered.set(rest);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the signature stands for the list, which is new on every render
  }, [id, signature]);
}

/** All keys that work right now, for the help: of two for the same key only the one that wins. */
export function useRegisteredShortcuts(): readonly Shortcut[] {
  const all = [...useStore(registered).values()].flat();
  return all.filter((entry) => !entry.hidden && entry === all.findLast(({ key }) => key === entry.key));
}

function listen(): void {
  if (listening) return;
  listening = true;
  // What lies over the page has the keyboard to itself. It may have closed on this very key before the event has come
  // down to us, so it is looked for on the way in.
  globalThis.addEventListener('keydown', () => (isOverlaid = hasOverlay()), { capture: true });
  document.addEventListener('keydown', handleKey);
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = keyOf(event);
  if (!key.startsWith('mod+') && (isOverlaid || takesTyping(event.target))) return;
  const found = find(sequenceWith(key, event.timeStamp)) ?? find(key);
  before = found ? null : { key, at: event.timeStamp };
  if (!found) return;
  event.preventDefault();
  found.run(event);
}

function sequenceWith(key: string, at: number): string | null {
  return before && at - before.at < SEQUENCE_MS ? `${before.key} ${key}` : null;
}

function hasOverlay(): boolean {
  const overlays = document.querySelectorAll(
    '[aria-modal="true"], #overlays [role="menu"], #overlays [role="dialog"], #overlays [role="listbox"]',
  );
  return [...overlays].some((overlay) => overlay.checkVisibility());
}

/** The one registered last wins: what lies on top. */
function find(key: string | null): Shortcut | undefined {
  if (!key) return undefined;
  return [...registered.get().values()].flat().findLast((entry) => entry.key === key);
}
