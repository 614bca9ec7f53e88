import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callRequest, requestCall } from '#shared/api/call-request.ts';
import { sentRequests, sendEvent } from '#shared/api/testing/line.ts';
import { ownPhone, roomGuest, clearOwnPhone } from '#shared/dialing/own-phone.ts';
import { toasts } from '#shared/ui/states/toast.ts';
import { answerExtension } from './call-control.ts';
import { offerThisTab } from './other-tab.ts';

// Files share modules: one that was loaded before would keep the real connection.
vi.hoisted(() => vi.resetModules());
vi.mock(
  '#shared/api/feed/connection.ts',
  async () => (await import('#shared/api/testing/line.ts')).testConnection,
);

const WORDS = { other: 'Another tab rings.', claim: 'Use this tab', failed: 'No' };

const called: string[] = [];
beforeEach(() => {
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    called.push(`${method} ${path}`);
    return Promise.resolve(
      Response.json({ data: { ringing: null, joined: null }, link: '', was_sent: true }),
    );
  });
  sendEvent('client-detect-new-tab', { tabs: 2, is_active: false });
  // Requests of other tests in this thread do not count.
  sentRequests.length = 0;
});
afterEach(() => {
  toasts.set([]);
  callRequest.set(null);
  roomGuest.set(null);
  clearOwnPhone();
  called.length = 0;
  vi.unstubAllGlobals();
});

/** Answers as the server does: the tab's event comes first, then the answer of its request. */
function press(): void {
  const [shown] = toasts.get();
  expect(shown).toMatchObject({ text: WORDS.other, action: { label: WORDS.claim } });
  shown?.action?.run();
  sendEvent('client-detect-new-tab', { tabs: 2, is_active: true });
}

it('a call that is asked for in another tab than the ringing one is not made, and says so', () => {
  requestCall(7, 'voice');
  offerThisTab(WORDS);
  expect(toasts.get()).toHaveLength(1);
  expect(callRequest.get()).toBeNull();
  expect(sentRequests).toEqual([]);
});

it('“Use this tab” makes this tab the one, and then the call', async () => {
  requestCall(7, 'voice');
  const wish = callRequest.get();
  offerThisTab(WORDS);
  press();
  await expect.poll(() => callRequest.get()).toEqual(wish);
  expect(sentRequests).toEqual(['tab-claim']);
  const end = answerExtension({
    openTicket: vi.fn(),
    say: vi.fn(),
    showServerMessage: vi.fn(),
    showInvitationEnd: vi.fn(),
    giveLink: vi.fn(),
  });
  await expect.poll(() => called).toContain('POST /api/tickets/7/calls');
  expect(callRequest.get()).toBeNull();
  end();
});

it('what this tab has become able to do meanwhile is left to it', () => {
  sendEvent('client-detect-new-tab', { tabs: 2, is_active: true });
  requestCall(7, 'voice');
  offerThisTab(WORDS);
  expect(toasts.get()).toEqual([]);
  expect(callRequest.get()).not.toBeNull();
});

it('whom the call was for by telephone comes along, and nobody is called who has hung up', async () => {
  const guest = { name: 'Joko', phoneId: 'p1' };
  const talking = { id: 'p1', number: '0812', isMuted: false, isHeld: false, heard: {} as MediaStreamTrack };
  ownPhone.set({ isReady: true, call: talking, actions: null });
  roomGuest.set(guest);
  requestCall(7, 'video');
  offerThisTab(WORDS);
  expect(roomGuest.get()).toBeNull();
  press();
  await expect.poll(() => roomGuest.get()).toEqual(guest);

  toasts.set([]);
  callRequest.set(null);
  sendEvent('client-detect-new-tab', { tabs: 2, is_active: false });
  requestCall(7, 'video');
  offerThisTab(WORDS);
  clearOwnPhone();
  sentRequests.length = 0;
  press();
  await expect.poll(() => sentRequests).toEqual(['tab-claim']);
  expect([callRequest.get(), roomGuest.get()]).toEqual([null, null]);
});
