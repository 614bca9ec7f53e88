import { expect, it } from 'vitest';
import { undoOf } from './ticket-attempts.ts';

it('offers no undo where nothing was changed, because it would undo an earlier change', () => {
  expect(undoOf({ priority_id: 1 }, { before: 4, after: { id: 9, version: 4 } })).toBeNull();
  expect(undoOf({ priority_id: 1 }, { before: 4, after: { id: 9, version: 5 } })).toMatchObject({
    wanted: { priority_id: 1 },
  });
});
