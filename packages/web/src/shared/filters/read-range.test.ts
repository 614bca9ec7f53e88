import { describe, expect, it } from 'vitest';
import { readRange } from './read-range.ts';

describe('an address', () => {
  it.each([
    [{ range: 'week', other: 1 }, { range: 'week' }],
    [{ range: 'fortnight' }, {}],
    [{ compare: true }, { compare: true }],
    [{ compare: 'true' }, { compare: true }],
    [
      { range: 'custom', from: '2026-01-01', to: '2026-01-31' },
      { range: 'custom', from: '2026-01-01', to: '2026-01-31' },
    ],
    [{ range: 'custom', from: '2026-02-30', to: '2026-03-31' }, {}],
    [{ range: 'custom', from: '2026-03-31', to: '2026-03-01' }, {}],
    [{ range: 'custom', from: '1900-01-01', to: '2026-03-01' }, {}],
    [{ range: 'custom' }, {}],
  ])('%j', (search, read) => {
    expect(readRange(search)).toEqual(read);
  });
});
