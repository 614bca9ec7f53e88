import { useEffect, useState } from 'react';
import { keepDraft, type DraftPlace, type DraftState } from './draft-keeper.ts';

export type DraftChange<T> = Partial<T> | ((before: T) => Partial<T>);

type Options<T> = DraftPlace<T> & {
  /** What the server has. */
  stored: T | null;
  /** As it begins where nothing is kept. */
  empty: () => T;
};

/** What is being written, kept from the first letter on. A form of its own for each place: what is kept here stays here. */
export function useKeptDraft<T extends object>(options: Options<T>) {
  const [local] = useState(options.read);
  const [draft, setDraft] = useState(() => local ?? options.stored ?? options.empty());
  const [state, setState] = useState<DraftState>(local ? 'unsaved' : options.stored ? 'saved' : 'empty');
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
