import { createStore } from '#shared/lib/store.ts';

export type ToastKind = 'done' | 'failed' | 'info';
export type Toast = {
  id: number;
  kind: ToastKind;
  text: string;
  /** Undo, or the next step; shown as a button. */
  action?: { label: string; run: () => void };
};
type Options = { kind?: ToastKind; action?: Toast['action']; durationMs?: number };

const SHORT_MS = 3000;
const WITH_ACTION_MS = 8000;
const SHOWN_AT_ONCE = 3;

let nextId = 1;
const timers = new Map<number, { ms: number; timer: ReturnType<typeof setTimeout> }>();

/** The toasts on the screen; `Toasts` renders them. */
export const toasts = createStore<readonly Toast[]>([]);

/**
 * Shows a short message; the same text again replaces the one on the screen. With an action such as Undo it stays longer, and
 * beside others of the same text, since each undoes something else. Returns the function that removes it.
 */
export function toast(text: string, { kind = 'done', action, durationMs }: Options = {}): () => void {
  const id = nextId;
  nextId += 1;
  const entry: Toast = { id, kind, text, ...(action ? { action } : {}) };
  const isAgain = (shown: Toast) => shown.kind === kind && shown.text === text && !canUndo(entry);
  toasts.set(atMost([...toasts.get().filter((shown) => !isAgain(shown)), entry]));
  releaseToast(id, durationMs ?? (action || kind === 'failed' ? WITH_ACTION_MS : SHORT_MS));
  return () => dismissToast(id);
}

/** Whether its action concerns what was just done, and not only leads somewhere. */
const canUndo = ({ kind, action }: Toast): boolean => kind === 'done' && action !== undefined;

/**
 * Removes the oldest of too many toasts, but not the newest, and none with an action that undoes something, which would be lost
 * with it.
 */
function atMost(shown: readonly Toast[]): readonly Toast[] {
  const excess = Math.max(0, shown.length - SHOWN_AT_ONCE);
  const left = shown
    .slice(0, -1)
    .filter((entry) => !canUndo(entry))
    .slice(0, excess);
  return shown.filter((entry) => !left.includes(entry));
}

/** The key of the latest toast's action: its button is far from the focus, and gone after some seconds. */
export const ACTION_KEY = 'u';

export const latestWithAction = (shown: readonly Toast[]): Toast | undefined =>
  shown.findLast(({ action }) => action !== undefined);

/** Runs a toast's action. */
export function runToastAction({ id, action }: Toast): void {
  action?.run();
  dismissToast(id);
}

export function dismissToast(id: number): void {
  holdToast(id);
  timers.delete(id);
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}

/** Keeps a toast while its buttons have the focus or the pointer is on it. */
export const holdToast = (id: number): void => clearTimeout(timers.get(id)?.timer);

/** Starts a held toast's time again. */
export function releaseToast(id: number, ms = timers.get(id)?.ms): void {
  if (ms === undefined) return;
  holdToast(id);
  timers.set(id, { ms, timer: setTimeout(() => dismissToast(id), ms) });
}
