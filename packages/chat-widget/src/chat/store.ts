export type Store<S> = {
  get: () => S;
  set: (change: Partial<S>) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Makes a store: a value with listeners to its changes. */
export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
