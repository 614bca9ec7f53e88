import type { DraftKind } from '@trunkline/contract';
import { captureKeys, releaseKeys } from '#shared/lib/keys/held-keys.ts';

let asked: { ticketId: number; kind: DraftKind; isHeld: () => boolean } | null = null;

/** Starts a reply or note on a ticket that is still loading: keys typed from now on are kept for it. */
export function requestWriting(ticketId: number, kind: DraftKind): void {
  asked = { ticketId, kind, isHeld: captureKeys(cancelWriteRequest) };
}

/** Called when the ticket has loaded: returns the mode and the text typed so far. */
export function consumeWriteRequest(ticketId: number): { kind: DraftKind; typed: string } | null {
  // Another dialog, such as the search, may have been opened since and get the keys.
  if (asked?.ticketId !== ticketId || !asked.isHeld()) return null;
  const { kind } = asked;
  asked = null;
  return { kind, typed: releaseKeys() };
}

/** Ends the capture of keys, because the ticket did not load or is no longer wanted. */
export function cancelWriteRequest(): void {
  if (asked?.isHeld()) releaseKeys();
  asked = null;
}
