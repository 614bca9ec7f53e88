import { useEffect, useEffectEvent, useId } from 'react';
import { keyNotation, isTypingTarget } from './shortcut-key.ts';
import { followTyping } from './typing-burst.ts';
import { createStore, useStore } from '../store.ts';

export type Shortcut = {
  /** `j`, `?`, `Enter`, `shift+a`, `mod+k` (Ctrl, or Cmd on a Mac), or `g t` (one after the other). */
  key: string;
  /** What it does, for the list of shortcuts. */
  description: string;
  /** The heading under which the list of shortcuts shows it. */
  group: string;
  run: (event: KeyboardEvent) => void;
  /** Left out of the list of shortcuts: a second key for the same action. */
  hidden?: boolean;
  /** Any other shortcut with the same key takes precedence. */
  isFallback?: boolean;
};

const SEQUENCE_MS = 1200;

const registered = createStore<ReadonlyMap<string, readonly Shortcut[]>>(new Map());
let before: { key: string; at: number } | null = null;
let listening = false;
let isOverlaid = false;
/** Whether the key belongs to a text that was being typed into a field that has gone. */
let isStray = false;

/** Registers shortcuts while the component is mounted. They are ignored while typing, unless with Ctrl or Cmd. */
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

/** All shortcuts that work now, for their list; of two for the same key only the one that runs. */
export function useRegisteredShortcuts(): readonly Shortcut[] {
  const all = [...useStore(registered).values()].flat();
  return all.filter((entry) => !entry.hidden && entry === shortcutForKey(all, entry.key));
}

function listen(): void {
  if (listening) return;
  listening = true;
  const typing = followTyping();
  // A dialog over the page gets all keys itself. It may close on this very key before the event bubbles up here, so it
  // is looked for in the capture phase.
  globalThis.addEventListener(
    'keydown',
    (event) => {
      isOverlaid = hasOverlay();
      isStray = typing.isOfLostText(event);
    },
    { capture: true },
  );
  globalThis.addEventListener('pointerdown', () => typing.end(), { capture: true });
  document.addEventListener('keydown', handleKey);
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = keyNotation(event);
  if (!key.startsWith('mod+') && (isOverlaid || isStray || isTypingTarget(event.target))) return;
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

function find(key: string | null): Shortcut | undefined {
  return key ? shortcutForKey([...registered.get().values()].flat(), key) : undefined;
}

/** Returns the shortcut for a key; the one registered last wins, because it belongs to the topmost part of the screen. */
export function shortcutForKey(all: readonly Shortcut[], key: string): Shortcut | undefined {
  const known = all.filter((entry) => entry.key === key);
  return known.findLast(({ isFallback }) => !isFallback) ?? known.at(-1);
}
