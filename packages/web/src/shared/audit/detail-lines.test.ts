import { expect, it } from 'vitest';
import { detailLines } from './detail-lines.ts';

it('says what differs, field by field, and what else there is', () => {
  expect(
    detailLines({
      before: { name: 'Care', imap: { host: 'a', port: 993 }, skills: [1, 2] },
      after: { name: 'Care', imap: { host: 'b', port: 993 }, skills: [1], note: '' },
      hand_over: 'person',
    }),
  ).toEqual([
    { path: ['imap', 'host'], before: 'a', after: 'b' },
    { path: ['skills'], before: '1, 2', after: '1' },
    { path: ['note'], before: null, after: '–' },
    { path: ['hand_over'], value: 'person' },
  ]);
});

it('what was made has nothing before, what was removed nothing after', () => {
  expect(detailLines({ after: { name: 'New', is_active: true } })).toEqual([
    { path: ['name'], before: null, after: 'New' },
    { path: ['is_active'], before: null, after: 'true' },
  ]);
  expect(detailLines({ before: { modules: [{ code: 'A' }, { code: 'B' }] } })).toEqual([
    { path: ['modules', '1', 'code'], before: 'A', after: null },
    { path: ['modules', '2', 'code'], before: 'B', after: null },
  ]);
  expect(detailLines({})).toEqual([]);
});
