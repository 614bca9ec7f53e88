type Address = Record<string, unknown>;

/**
 * What `read` takes from an address, and nothing else of it. The router hands on everything that a reader leaves out, so
 * each name is said to be missing: a `next` or an `id` that was refused would come through as it was typed.
 */
export const onlyRead =
  <Read extends object>(read: (search: Address) => Read) =>
  (search: Address): Read => {
    const nothing = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...nothing, ...read(search) };
  };
