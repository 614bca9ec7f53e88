import { describe, expect, it } from 'vitest';
import { isStillAdmitted } from './admission.ts';

describe('what a media token says holds still', () => {
  it.each([
    ['invitee-1', 'lobby', undefined, true],
    ['invitee-1', 'full', undefined, false],
    ['invitee-1', undefined, undefined, false],
    ['invitee-1', 'full', 'admitted', true],
    ['invitee-1', 'lobby', 'removed', false],
    ['visitor-1', 'full', undefined, true],
    ['visitor-1', 'full', 'removed', false],
    ['user-1', 'full', undefined, true],
  ] as const)('%s with access %s, ruling %s: %s', (identity, access, ruling, expected) => {
    expect(isStillAdmitted({ identity, attributes: access ? { access } : {}, ruling })).toBe(expected);
  });
});
