import type { AmiMessage } from '../ami/message.ts';
import type { PhoneCall } from './call.ts';

/** A key that came in over one end of a call; `call` as the gateway holds its legs together (Linkedid). */
export type PressedKey = { call: string; legId: string; key: string };

const KEY = /^[0-9*#A-D]$/;

/** What an event of the gateway says of a key; nothing where it sends one on, or it is still held down. Pure. */
export function readKey(message: AmiMessage): PressedKey | undefined {
  if (message.get('Event') !== 'DTMFEnd' || message.get('Direction') !== 'Received') return undefined;
  const [call, legId, key] = ['Linkedid', 'Uniqueid', 'Digit'].map((name) => message.get(name) ?? '');
  return call && legId && key && KEY.test(key) ? { call, legId, key } : undefined;
}

/** Whose telephones are told of it: those that talk with whoever pressed it. What we press ourselves is told to nobody. Pure. */
export function hearersOf({ legId }: PressedKey, { phones, talks }: PhoneCall): string[] {
  if (phones.some((phone) => phone.legId === legId)) return [];
  return [...new Set(talks.filter(({ to }) => to === null).map(({ extension }) => extension))];
}
