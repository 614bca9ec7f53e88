import type { DraftKind } from '@trunkline/contract';
import { holdKeys, releaseKeys } from '#shared/lib/keys/held-keys.ts';

let asked: { ticketId: number; kind: DraftKind; isHeld: () => boolean } | null = null;

/** Starts a reply or note on a ticket that is still loading: keys typed from now on are kept for it. */
export function askToWrite(ticketId: number, kind: DraftKind): void {
  asked = { ticketId, kind, isHeld: holdKeys(stopAsking) };
}

/** Called when the ticket has loaded: returns the mode and the text typed so far. */
export function takeAsked(ticketId: number): { kind: DraftKind; typed: string } | null {
  // The search, say, may have been opened since, and have the keys.
  if (asked?.ticketId !== ticketId || !asked.isHeld()) return null;
  const { kind } = asked;
  asked = null;
  return { kind, typed: releaseKeys() };
}

/** It did not come, or is not waited for any more. */
export function stopAsking(): void {
  if (asked?.isHeld()) releaseKeys();
  asked = null;
}
