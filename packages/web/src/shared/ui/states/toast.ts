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

/** The toasts on the screen; `Toasts` renders them. */
export const toasts = createStore<readonly Toast[]>([]);

/**
 * Shows a short message; the same text again replaces the one on the screen. With an action such as Undo it stays
 * longer. Returns the function that removes it.
 */
export function toast(text: string, { kind = 'done', action, durationMs }: Options = {}): () => void {
  const id = nextId;
  nextId += 1;
  const entry: Toast = { id, kind, text, ...(action ? { action } : {}) };
  const others = toasts.get().filter((shown) => shown.kind !== kind || shown.text !== text);
  toasts.set([...others, entry].slice(-SHOWN_AT_ONCE));
  const dismiss = () => toasts.set(toasts.get().filter((shown) => shown.id !== id));
  setTimeout(dismiss, durationMs ?? (action || kind === 'failed' ? WITH_ACTION_MS : SHORT_MS));
  return dismiss;
}
