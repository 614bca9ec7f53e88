/** Of what comes to one customer, so much is remembered: a world runs for days. */
const LATEST = 500;

/** Adds to a list of which the latest are kept. */
export function keep<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > LATEST) list.splice(0, list.length - LATEST);
}

/** The same for a map, in insertion order. */
export function keepIn<V>(kept: Map<string, V>, name: string, value: V): void {
  kept.set(name, value);
  const [oldest] = kept.keys();
  if (kept.size > LATEST && oldest !== undefined) kept.delete(oldest);
}
