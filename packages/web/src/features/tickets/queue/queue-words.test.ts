import { Media, type OwnQueue } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { byMedia, isQueueWorthShowing, totalWaiting } from './queue-words.ts';

const queue = (more: Partial<OwnQueue>): OwnQueue => ({
  waiting: [],
  own: [],
  load: 0,
  capacity: 3,
  not_offered: null,
  ...more,
});

it('sums up who waits, and names each channel once with what one has there', () => {
  const both = queue({
    waiting: [
      { media_id: Media.liveChat, count: 9 },
      { media_id: Media.whatsapp, count: 4 },
    ],
    own: [{ media_id: Media.liveChat, count: 2, weight: 1 }],
  });
  expect(totalWaiting(both)).toBe(13);
  expect(byMedia(both)).toEqual([
    { media: Media.whatsapp, waiting: 4, own: 0, weight: undefined },
    { media: Media.liveChat, waiting: 9, own: 2, weight: 1 },
  ]);
});

it('is silent where nobody waits, unless one is full', () => {
  expect(isQueueWorthShowing(queue({}))).toBe(false);
  expect(isQueueWorthShowing(queue({ not_offered: 'break' }))).toBe(false);
  expect(isQueueWorthShowing(queue({ not_offered: 'capacity', load: 3 }))).toBe(true);
  expect(isQueueWorthShowing(queue({ not_offered: 'offer', load: 3 }))).toBe(false);
  expect(isQueueWorthShowing(queue({ waiting: [{ media_id: Media.sms, count: 1 }] }))).toBe(true);
});
