/** How many entries are kept of what one customer receives, because a simulation may run for days. */
const LATEST = 500;

/** Adds an entry to a list of which only the latest are kept. */
export function addLatest<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > LATEST) list.splice(0, list.length - LATEST);
}

/** The same for a map, whose oldest entry is removed. */
export function setLatest<V>(kept: Map<string, V>, name: string, value: V): void {
  kept.set(name, value);
  const [oldest] = kept.keys();
  if (kept.size > LATEST && oldest !== undefined) kept.delete(oldest);
}
