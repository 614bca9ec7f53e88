type Address = Record<string, unknown>;

/**
 * Returns a reader that keeps only the parameters that `read` returns. The router passes on every parameter that a
 * reader leaves out, so all others are set to undefined: a refused `next` or `id` would come through as it was typed.
 */
export const strictReader =
  <Read extends object>(read: (search: Address) => Read) =>
  (search: Address): Read => {
    const nothing = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...nothing, ...read(search) };
  };
