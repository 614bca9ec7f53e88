import { expect, it } from 'vitest';
import { nextOutbox, type UnsentMessage, type OutboxEvent, restoredOutbox } from './outbox.ts';

const message = {
  client_key: 'key-00000001',
  ticket_id: 1,
  kind: 'reply' as const,
  body: 'Hi',
  attachments: [],
  created_at: '2026-11-20T08:00:00.000Z',
};
const outboxAfter = (...events: OutboxEvent[]) => events.reduce(nextOutbox, [] as readonly UnsentMessage[]);

it('sends a message once, however often its button is pressed', () => {
  expect(outboxAfter({ type: 'send', message }, { type: 'send', message })).toHaveLength(1);
});

it('keeps a failed message with its reason until it is sent again and confirmed', () => {
  const failed = outboxAfter(
    { type: 'send', message },
    { type: 'fail', client_key: message.client_key, code: 'offline' },
  );
  expect(failed).toMatchObject([{ status: 'failed', code: 'offline', body: 'Hi' }]);
  const again = nextOutbox(failed, { type: 'retry', client_key: message.client_key });
  expect(again).toMatchObject([{ status: 'sending', code: '' }]);
  expect(nextOutbox(again, { type: 'done', client_key: message.client_key })).toEqual([]);
});

it('brings what an earlier page left back as failed, and ignores what it cannot read', () => {
  const left = outboxAfter({ type: 'send', message });
  expect(restoredOutbox([...left, null, { client_key: 1 }])).toMatchObject([
    { client_key: message.client_key, status: 'failed' },
  ]);
  expect(restoredOutbox('broken')).toEqual([]);
});

it('puts back what was discarded where it stood, once, with its reason', () => {
  const keys = ['key-00000001', 'key-00000002', 'key-00000003'];
  const all = outboxAfter(
    ...keys.flatMap((client_key): OutboxEvent[] => [
      { type: 'send', message: { ...message, client_key } },
      { type: 'fail', client_key, code: 'offline' },
    ]),
  );
  const [, second] = all;
  if (!second) throw new Error('nothing was sent');
  const undone: OutboxEvent = { type: 'restore', message: second, before: ['key-00000001'] };
  const gone = nextOutbox(all, { type: 'done', client_key: second.client_key });
  expect(nextOutbox(gone, undone)).toEqual(all);
  expect(nextOutbox(nextOutbox(gone, undone), undone)).toEqual(all);
  // The one before it has gone out meanwhile.
  const later = nextOutbox(gone, { type: 'done', client_key: 'key-00000001' });
  expect(nextOutbox(later, undone).map(({ client_key }) => client_key)).toEqual(keys.slice(1));
});
