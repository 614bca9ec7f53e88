import type { PhoneSetupItem, PhoneTarget } from '@trunkline/contract';

type Person = { id: number; fullname: string };

/** Returns the name of a target without its kind; empty where it no longer exists. Pure. */
export function nameOfTarget(
  target: PhoneTarget,
  items: readonly PhoneSetupItem[],
  people: readonly Person[],
): string {
  if (target.to === 'hang_up' || target.to === 'message') return '';
  if (target.to === 'extension') return target.extension;
  if (target.to === 'person') return people.find(({ id }) => id === target.user_id)?.fullname ?? '';
  return items.find(({ id, kind }) => id === target.id && kind === target.to)?.name ?? '';
}

/** Converts a target to the value of a select, and back. */
export const valueOf = (target: PhoneTarget): string => {
  if (target.to === 'person') return `person ${target.user_id}`;
  return 'id' in target ? `${target.to} ${target.id}` : target.to;
};

export function targetOf(value: string): PhoneTarget {
  const [to, id] = value.split(' ');
  if (to === 'queue' || to === 'menu' || to === 'prompt') return { to, id: Number(id) };
  if (to === 'person') return { to, user_id: Number(id) };
  if (to === 'extension') return { to, extension: '' };
  return { to: to === 'message' ? to : 'hang_up' };
}
