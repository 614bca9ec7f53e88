import { useEffect, useState } from 'react';
import { keepDraft, type DraftPlace, type DraftState } from './draft-keeper.ts';

export type DraftChange<T> = Partial<T> | ((before: T) => Partial<T>);

type Options<T> = DraftPlace<T> & {
  /** The draft that the server has. */
  stored: T | null;
  /** Makes the draft to begin with where none is kept. */
  empty: () => T;
};

/** A draft that is kept from the first letter on. Use a new component for each record, because the draft on this device is read once. */
export function useKeptDraft<T extends object>(options: Options<T>) {
  const [local] = useState(options.read);
  const [draft, setDraft] = useState(() => local ?? options.stored ?? options.empty());
  const [state, setState] = useState<DraftState>(() => {
    if (options.isEmpty(draft)) return 'empty';
    return local ? 'unsaved' : 'saved';
  });
  const [keeper] = useState(() => keepDraft({ ...options, first: draft, onState: setState }));

  function put(next: T): void {
    keeper.change(next);
    setDraft(next);
  }

  useEffect(() => {
    keeper.come();
    addEventListener('pagehide', keeper.leave);
    return () => {
      removeEventListener('pagehide', keeper.leave);
      keeper.leave();
      keeper.gone();
    };
  }, [keeper]);

  return {
    draft,
    state,
    put,
    change: (part: DraftChange<T>) => {
      const before = keeper.latest();
      put({ ...before, ...(typeof part === 'function' ? part(before) : part) });
    },
    latest: keeper.latest,
    save: keeper.save,
    end: keeper.end,
  };
}
