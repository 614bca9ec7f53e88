import { expect, it } from 'vitest';
import { bodyOf, formOf, problemsOf } from './post-form.ts';

/** Converts times as in a zone seven hours ahead of UTC. */
const zoned = {
  toZoned: (moment: string) => new Date(Date.parse(moment) + 7 * 3_600_000).toISOString().slice(0, 16),
  fromZoned: (typed: string) =>
    typed === '' ? null : new Date(Date.parse(`${typed}Z`) - 7 * 3_600_000).toISOString(),
};

it('a new post says what it lacks', () => {
  expect([...problemsOf(formOf(null, zoned))]).toEqual(['title', 'body', 'category']);
});

it('an end before the beginning is refused', () => {
  const form = { ...formOf(null, zoned), title: 'A', body: 'B', category: '1' };
  expect([...problemsOf({ ...form, starts: '2026-11-26T10:00', ends: '2026-11-26T10:00' })]).toEqual([
    'ends',
  ]);
  expect([...problemsOf({ ...form, ends: '2026-11-26T10:00' })]).toEqual([]);
});

it('times are typed in the zone of the workspace', () => {
  const form = { ...formOf(null, zoned), title: ' A ', body: 'B', category: '3', ends: '2026-11-26T17:00' };
  expect(bodyOf(form, zoned)).toEqual({
    title: 'A',
    body: 'B',
    html: '',
    file_ids: [],
    category_id: 3,
    must_read: false,
    starts_at: null,
    ends_at: '2026-11-26T10:00:00.000Z',
  });
});

it('what was written as plain text goes into the editor as paragraphs, and runs nothing', () => {
  const post = {
    id: 1,
    version: 1,
    title: 'A',
    body: 'One\ntwo <b>\n\nThree & "four"',
    html: '',
    attachments: [],
    category_id: 1,
    category: 'C',
    must_read: false,
    starts_at: '2026-11-26T10:00:00.000Z',
    ends_at: null,
    author: 'Ratna',
    updated_at: '2026-11-26T10:00:00.000Z',
    state: 'current',
    read_at: null,
  } as const;
  expect(formOf({ ...post, attachments: [] }, zoned).html).toBe(
    '<p>One<br>two &lt;b&gt;</p><p>Three &amp; &quot;four&quot;</p>',
  );
});
