import { claimTab, isActiveTab } from '#shared/api/feed/active-tab.ts';
import { callRequest } from '#shared/api/call-request.ts';
import { ownPhone, roomGuest } from '#shared/dialing/own-phone.ts';
import { toast } from '#shared/ui/states/toast.ts';

type Words = { other: string; claim: string; failed: string };

const SHOWN_MS = 30_000;

/** A call was asked for in a tab that does not handle calls: offers to move calls to this tab, and then starts it. */
export function offerThisTab(words: Words): void {
  const wish = callRequest.get();
  // This tab has just been made the active one, so its own call control takes the request.
  if (wish === null || isActiveTab()) return;
  callRequest.set(null);
  const guest = roomGuest.get();
  roomGuest.set(null);

  async function claimAndCall(): Promise<void> {
    try {
      await claimTab();
    } catch {
      toast(words.failed, { kind: 'failed' });
      return;
    }
    if (guest && 'phoneId' in guest) {
      // The telephone call that was to be brought in has ended meanwhile.
      if (ownPhone.get().call?.id !== guest.phoneId) return;
      roomGuest.set(guest);
    }
    callRequest.set(wish);
  }
  toast(words.other, {
    kind: 'info',
    action: { label: words.claim, run: () => void claimAndCall() },
    durationMs: SHOWN_MS,
  });
}
