import { Media, type NotificationCounters } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { applyToCounters, countedChannels, grownChannel, sumOf, totalOf } from './counters.ts';

const none: NotificationCounters = {
  whatsapp: { total: 0 },
  email: { total: 2 },
  sms: { total: 0 },
  livechat: { total: 0 },
  socmed: [],
};

it('takes the new total of a channel', () => {
  const after = applyToCounters(none, { name: 'livechat-notif', payload: { total: 3 }, seq: 1 });
  expect(totalOf(after, Media.liveChat)).toBe(3);
  expect(sumOf(after)).toBe(5);
  expect(applyToCounters(after, { name: 'livechat-notif', payload: { total: 3 }, seq: 1 })).toEqual(after);
});

it('tells Facebook from Instagram by the media id', () => {
  const after = applyToCounters(none, { name: 'socmed-notif', payload: { media_id: 13, total: 4 }, seq: 2 });
  expect([totalOf(after, Media.facebook), totalOf(after, Media.instagram)]).toEqual([0, 4]);
});

it('leaves the counters alone for any other event', () => {
  expect(applyToCounters(none, { name: 'settings-changed', payload: { part: 'app' }, seq: 3 })).toBe(none);
});

it('names the channel that has grown', () => {
  const after = applyToCounters(none, { name: 'sms-notif', payload: { total: 1 }, seq: 4 });
  expect(grownChannel(none, after)).toBe(Media.sms);
  expect(grownChannel(after, none)).toBeNull();
});

it('counts on channels with an account in use, and wherever something waits', () => {
  const account = { id: 1, name: 'Web shop', is_active: true, media_id: 6, department_id: 1 } as const;
  expect(countedChannels(none, [account])).toEqual([Media.email, Media.liveChat]);
  expect(countedChannels(none, [{ ...account, is_active: false }])).toEqual([Media.email]);
  expect(countedChannels(undefined, [account])).toEqual([Media.liveChat]);
});
