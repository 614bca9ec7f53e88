import { createStore, useStore } from '#shared/lib/store.ts';
import { sameValue } from './same-value.ts';

// Unsaved changes stay while the user looks at other pages.
const drafts = createStore<ReadonlyMap<string, unknown>>(new Map());

type Draft<T> = { value: T; isChanged: boolean; set: (value: T) => void; discard: () => void };

/** The value of a form: the saved one until it is changed, then the change, until it is saved or undone. */
export function useFormDraft<T>(key: string, saved: T): Draft<T> {
  const all = useStore(drafts);
  const draft = all.get(key) as T | undefined;
  const isChanged = draft !== undefined && !sameValue(draft, saved);
  return {
    value: isChanged ? draft : saved,
    isChanged,
    set: (value) => drafts.set(new Map(all).set(key, value)),
    discard: () => drafts.set(new Map([...all].filter(([other]) => other !== key))),
  };
}
