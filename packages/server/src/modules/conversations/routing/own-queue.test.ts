import { Activity, Media, type ActivityId, type MediaId } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { FULL_CAPACITY } from './candidate-pool.ts';
import { ownQueueOf } from './own-queue.ts';

const queues = {
  waiting: [
    { department_id: 1, media_id: Media.liveChat, n: 9 },
    { department_id: 2, media_id: Media.liveChat, n: 3 },
    { department_id: 2, media_id: Media.whatsapp, n: 1 },
    { department_id: 3, media_id: Media.liveChat, n: 50 },
  ],
  overflows: [
    { id: 2, to: 1 },
    { id: 1, to: 3 },
  ],
  weightOf: (media: MediaId) => (media === Media.voiceCall ? FULL_CAPACITY : 1),
};
const chatsOf = (n: number) => new Map<MediaId, number>(n > 0 ? [[Media.liveChat, n]] : []);
const agent = (activity: ActivityId, chats: number, offered = 0) => ({
  departmentIds: [1],
  activity,
  capacity: 3,
  counts: chatsOf(chats),
  offered: chatsOf(offered),
});
const reasonFor = (activity: ActivityId, chats = 0, offered = 0) =>
  ownQueueOf(agent(activity, chats, offered), queues).not_offered;

it('counts those who wait in one’s departments and in those that they help, by channel', () => {
  expect(ownQueueOf(agent(Activity.ready, 3), queues)).toEqual({
    waiting: [
      { media_id: Media.whatsapp, count: 1 },
      { media_id: Media.liveChat, count: 12 },
    ].toSorted((a, b) => a.media_id - b.media_id),
    own: [{ media_id: Media.liveChat, count: 3, weight: 1 }],
    load: 3,
    capacity: 3,
    not_offered: 'capacity',
  });
});

it('says why none is offered: the activity before the capacity', () => {
  expect(reasonFor(Activity.ready)).toBeNull();
  expect(reasonFor(Activity.messagesOnly, 2)).toBeNull();
  expect(reasonFor(Activity.idleAfterCall)).toBeNull();
  expect(reasonFor(Activity.onBreak, 3)).toBe('break');
  expect(reasonFor(Activity.offline)).toBe('offline');
  expect(reasonFor(Activity.afterCallWork)).toBe('wrap_up');
  for (const activity of [Activity.ringing, Activity.inCall, Activity.inRoomCall])
    expect(reasonFor(activity)).toBe('call');
});

it('calls nobody full who is so by an offer only', () => {
  expect(reasonFor(Activity.ready, 3)).toBe('capacity');
  expect(reasonFor(Activity.ready, 3, 1)).toBe('offer');
  expect(reasonFor(Activity.ready, 4, 1)).toBe('capacity');
  expect(reasonFor(Activity.ready, 2, 1)).toBeNull();
  expect(reasonFor(Activity.onBreak, 3, 1)).toBe('break');
  // Offered conversations are part of the load.
  expect(ownQueueOf(agent(Activity.ready, 3, 1), queues)).toMatchObject({ load: 3, capacity: 3 });
});
