import type { AmiMessage } from '../ami/message.ts';
import type { PhoneCall } from './call.ts';

/** A key that was pressed at one leg of a call; `call` is its Linkedid. */
export type PressedKey = { call: string; legId: string; key: string };

const KEY = /^[0-9*#A-D]$/;

/**
 * Reads an event about a pressed key; undefined for keys that the gateway sends, and for keys that are still held down. Pure.
 */
export function readKey(message: AmiMessage): PressedKey | undefined {
  if (message.get('Event') !== 'DTMFEnd' || message.get('Direction') !== 'Received') return undefined;
  const [call, legId, key] = ['Linkedid', 'Uniqueid', 'Digit'].map((name) => message.get(name) ?? '');
  return call && legId && key && KEY.test(key) ? { call, legId, key } : undefined;
}

/**
 * The extensions that are told of a key: those that talk with whoever pressed it. Keys that our own people press are not
 * reported. Pure.
 */
export function extensionsToNotify({ legId }: PressedKey, { phones, talks }: PhoneCall): string[] {
  if (phones.some((phone) => phone.legId === legId)) return [];
  return [...new Set(talks.filter(({ to }) => to === null).map(({ extension }) => extension))];
}
