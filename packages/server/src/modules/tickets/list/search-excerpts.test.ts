import type { SearchExcerpt, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
const { data, key, create } = deskOf(() => t);

const note = ({ id }: Ticket, body: string) =>
  data('dewi', 'POST', `/api/tickets/${id}/notes`, { client_key: key(), body });
const excerpts = (q: string, tickets: readonly Ticket[], by: Username = 'dewi') =>
  data<SearchExcerpt[]>(
    by,
    'GET',
    `/api/tickets/excerpts?q=${encodeURIComponent(q)}&ids=${tickets.map(({ id }) => id).join(',')}`,
  );
const hits = (found: readonly SearchExcerpt[]) =>
  found.map(({ source, parts }) => [
    source,
    parts.flatMap(({ text, is_hit: isHit }) => (isHit ? [text] : [])),
  ]);

it('marks the words as the search finds them: by stems of both languages, and those still being typed', async () => {
  const ticket = await create({ subject: 'Grinders stopped' });
  await note(ticket, 'Older: the invoices were paid.');
  await note(ticket, 'Pelanggan menanyakan pembayaran, and both invoices are late.');
  expect(hits(await excerpts('invoice late', [ticket]))).toEqual([['note', ['invoices', 'late']]]);
  expect(hits(await excerpts('bayar', [ticket]))).toEqual([['note', ['pembayaran']]]);
  expect(hits(await excerpts('pelang', [ticket]))).toEqual([['note', ['Pelanggan']]]);
  expect(hits(await excerpts('grinder', [ticket]))).toEqual([['subject', ['Grinders']]]);
  expect(await excerpts('nothing', [ticket])).toEqual([]);
});

it('is plain text whatever was written, of tickets that one sees, with those merged into them', async () => {
  const [one, into] = [await create({ subject: 'One' }), await create({ subject: 'Into' })];
  const body = '<img src=x onerror=alert(1)> \uE000refund\uE001 <b>refund</b>';
  await note(one, body);
  const [found] = await excerpts('refund', [one]);
  const text = found?.parts.map((part) => part.text).join('') ?? '';
  expect(text).toContain('onerror=alert(1)>');
  expect(text).not.toMatch(/[\uE000\uE001]/);
  expect(hits(found ? [found] : [])).toEqual([['note', ['refund', 'refund']]]);
  const elsewhere = await create({ department_id: t.departmentIds[1], subject: 'Refund elsewhere' }, 'admin');
  expect(await excerpts('refund', [elsewhere])).toEqual([]);
  await data('dewi', 'POST', `/api/tickets/${into.id}/merge`, { from: [one.id] });
  expect((await excerpts('refund', [into])).map((excerpt) => excerpt.ticket_id)).toEqual([into.id]);
});
