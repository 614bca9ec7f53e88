import { expect, it } from 'vitest';
import { countFilters, filterOf, matches, readDesk, searchEverywhere, writeDesk } from './filters.ts';
import { aTicket } from './test-tickets.ts';

it('opens an address with nonsense in it, without the nonsense', () => {
  expect(
    readDesk({ view: 'x', status: 'open,pending', media: '6,x', sort: '3', id: 12, q: '100234' }),
  ).toEqual({
    view: 'mine',
    status: ['open', 'pending'],
    id: 12,
    q: '100234',
  });
});

it('writes the address that it reads', () => {
  const choice = readDesk({
    view: 'open',
    status: 'open',
    department: '2,3',
    assignee: '5,6',
    media: '6,13',
    tag: 'vip',
    follower: 'me',
    id: 4,
  });
  expect(readDesk(writeDesk(choice))).toEqual(choice);
  expect(writeDesk({ view: 'mine', department: [], q: '', tag: undefined })).toEqual({ view: 'mine' });
});

it('offers an empty search again in the tickets of everybody, solved ones too, and once there no more', () => {
  expect(searchEverywhere(readDesk({ view: 'mine' }))).toBeUndefined();
  const wider = searchEverywhere(readDesk({ view: 'mine', q: 'refund', tag: 'vip', id: 4 }));
  expect(filterOf(wider ?? {})).toEqual({
    status: ['open', 'pending', 'on_hold', 'solved', 'closed'],
    assignee: 'any',
    q: 'refund',
    sort: 'newest',
  });
  expect(searchEverywhere(readDesk(writeDesk(wider ?? {})))).toBeUndefined();
});

it('narrows a view by what the address adds', () => {
  const choice = readDesk({ view: 'open', department: '2', assignee: '5,6' });
  expect(filterOf(choice)).toEqual({
    status: ['open', 'pending', 'on_hold'],
    assignee: [5, 6],
    sort: 'newest',
    department: [2],
  });
  expect(countFilters(choice)).toBe(2);
});

it('compares tags without minding case', () => {
  const filter = filterOf({ view: 'open', tag: 'VIP ' });
  expect(matches(aTicket({ id: 1, tags: ['vip'] }), filter, 1)).toBe(true);
  expect(matches(aTicket({ id: 1, tags: ['refund'] }), filter, 1)).toBe(false);
});

it('takes the order of the role where neither the address nor the view says one', () => {
  expect(filterOf({ view: 'open' }, 'due').sort).toBe('due');
  expect(filterOf({ view: 'open', sort: 'newest' }, 'due').sort).toBe('newest');
  expect(filterOf({ view: 'waiting' }, 'due').sort).toBe('waiting');
});
