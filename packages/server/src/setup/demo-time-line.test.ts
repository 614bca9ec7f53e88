import { Media, type TicketEvent } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { isDone, pastTicket, type DemoCase } from './demo-history.ts';
import { changesOf, timeLine } from './demo-time-line.ts';
import { createRandom } from './random.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
const AGENT = { id: 4, fullname: 'Dewi Lestari', departments: [1] };

function placedCases(): DemoCase[] {
  const random = createRandom(7);
  return Array.from({ length: 300 }, (_, n) => {
    const past = pastTicket(random, { person: n % 200, language: 'en', now: NOW, age: n % 30 });
    const agent = past.hasAgent ? AGENT : undefined;
    return { past, agent, customerId: 9, name: 'Grace Lim', ticketId: n + 1 };
  });
}

const eventsOf = (placed: DemoCase): TicketEvent[] =>
  timeLine(placed, 1)
    .filter(({ kind }) => kind === 'event')
    .map(({ event }) => JSON.parse(String(event)) as TicketEvent);

it('tells every case in the order in which it happened', () => {
  for (const placed of placedCases()) {
    const times = timeLine(placed, 1).map(({ created_at }) => new Date(created_at as Date).getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});

it.each(['00:00:30', '01:02:00', '08:00:00', '23:59:00'])('tells nothing from the future at %s', (time) => {
  const random = createRandom(3);
  const now = new Date(`2026-11-20T${time}.000Z`);
  for (let n = 0; n < 600; n += 1) {
    const past = pastTicket(random, { person: n % 200, language: 'en', now, age: n % 2 });
    const placed = { past, agent: AGENT, customerId: 9, name: 'Grace Lim', ticketId: n + 1 };
    const last = timeLine(placed, 1).at(-1)?.created_at as Date;
    expect(last.getTime()).toBeLessThan(now.getTime());
  }
});

it('has the lines that a real chat has: started, offered and taken, solved, ended', () => {
  for (const placed of placedCases()) {
    const { past, agent } = placed;
    const isChat = past.mediaId === Media.liveChat;
    const expected = [
      'created',
      ...(isChat ? ['chat_started'] : []),
      ...(isChat && agent ? ['offered', 'changed'] : []),
      ...(isDone(past) ? ['changed'] : []),
      ...(isChat ? ['chat_ended'] : []),
    ];
    expect(eventsOf(placed).map(({ type }) => type)).toEqual(expected);
  }
});

it('numbers the edits as the ticket counts them', () => {
  for (const placed of placedCases()) {
    const versions = eventsOf(placed).flatMap((event) => (event.type === 'changed' ? [event.version] : []));
    expect(versions).toEqual(changesOf(placed.past, placed.agent).map((_, n) => n + 2));
  }
});
