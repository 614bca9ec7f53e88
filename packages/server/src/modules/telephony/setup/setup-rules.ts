import type { PhoneSetupItem, PhoneItemKind, PhoneTarget, TypedPhoneItem } from '@trunkline/contract';

type Reference = { path: string; kind: PhoneItemKind; id: number };
type Problem = { path: string; message: string };
/** The max. length of a queue's name at the gateway, since transfers dial it. */
const SHORT = 24;

/** The items that this one leads to, or plays. Pure. */
export function referencesIn(item: TypedPhoneItem | PhoneSetupItem): Reference[] {
  const prompt = (path: string, id: number | null): Reference[] =>
    id === null ? [] : [{ path, kind: 'prompt', id }];
  const target = (path: string, to: PhoneTarget): Reference[] =>
    'id' in to ? [{ path, kind: to.to, id: to.id }] : [];
  if (item.kind === 'queue')
    return [
      ...prompt('welcome_id', item.welcome_id),
      ...prompt('announce_id', item.announce_id),
      ...target('after_wait', item.after_wait),
    ];
  if (item.kind === 'number') return [...target('open', item.open), ...target('closed', item.closed)];
  if (item.kind !== 'menu') return [];
  return [
    ...prompt('prompt_id', item.prompt_id),
    ...prompt('invalid_id', item.invalid_id),
    ...item.options.flatMap((option, at) => target(`options.${at}.target`, option.target)),
    ...target('otherwise', item.otherwise),
  ];
}

/** The references of this item that do not exist. Pure. */
export const missingReferencesIn = (item: TypedPhoneItem, others: readonly PhoneSetupItem[]): Problem[] =>
  referencesIn(item)
    .filter(({ kind, id }) => !others.some((other) => other.kind === kind && other.id === id))
    .map(({ path, kind }) => ({ path, message: `Unknown ${kind} of this gateway` }));

/** Whether another item of the same kind has that name or number. Pure. */
export const isNameOrNumberTaken = (item: TypedPhoneItem, others: readonly PhoneSetupItem[]): boolean =>
  others.some(
    (other) =>
      other.kind === item.kind &&
      (other.name.toLowerCase() === item.name.toLowerCase() ||
        (other.kind === 'number' && item.kind === 'number' && other.number === item.number)),
  );

/** A name for a queue that the gateway accepts and that is not taken. Pure. */
export function queueName(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
    .replace(/^[^a-z]+/, '')
    .slice(0, SHORT);
  // The section "general" has the defaults of all queues.
  const base = plain.length > 1 && plain !== 'general' ? plain : 'queue';
  for (let at = 1; ; at += 1) {
    const one = at === 1 ? base : `${base}${at}`;
    if (!taken.has(one)) return one;
  }
}
