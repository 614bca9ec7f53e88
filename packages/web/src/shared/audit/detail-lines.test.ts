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

it('puts values into words by their field, and leaves out what changes with every change', () => {
  const names: Record<string, string> = { 'department_ids 1': 'Care', 'skill_id 2': 'Repairs' };
  const words = (field: string, value: unknown) => names[`${field} ${String(value)}`];
  const before = { department_ids: [1], skills: [{ skill_id: 2 }], updated_at: 'a', version: 1 };
  const after = { department_ids: [1, 7], skills: [], updated_at: 'b', version: 2 };
  expect(detailLines({ before, after }, words)).toEqual([
    { path: ['department_ids'], before: 'Care', after: 'Care, 7' },
    { path: ['skills', '1', 'skill_id'], before: 'Repairs', after: null },
  ]);
});

it('says that a secret was replaced, though neither is written down', () => {
  const [before, after] = [
    { secret: '••••••', imap: { password: '••••••', port: 143 } },
    { secret: '••••••' },
  ];
  expect(
    detailLines({ before, after: { ...before, ...after, imap: { ...before.imap, port: 993 } } }),
  ).toEqual([
    { path: ['secret'], before: '••••••', after: '••••••' },
    { path: ['imap', 'port'], before: '143', after: '993' },
  ]);
});
