import { ROOM_DATA_MAX } from '@trunkline/contract';
import { describe, expect, test } from 'vitest';
import { changed, firstPermissions, mayAdminister, mergeData } from './room-permissions.ts';

const attributesOf = (permissions: object) => ({ permissions: JSON.stringify(permissions) });

describe('what somebody in a room may do', () => {
  test('owners decide about others; those who are given it as well; nobody by themselves', () => {
    expect(mayAdminister(attributesOf(firstPermissions(true)))).toBe(true);
    expect(mayAdminister(attributesOf(firstPermissions(false)))).toBe(false);
    expect(mayAdminister({})).toBe(false);
    expect(mayAdminister(undefined)).toBe(false);
    expect(mayAdminister(changed(attributesOf(firstPermissions(false)), { canAdmin: true }).attributes)).toBe(
      true,
    );
    expect(mayAdminister(attributesOf({ ...firstPermissions(false), canAdmin: ['streaming'] }))).toBe(false);
  });

  test('a change leaves the rest as it was', () => {
    const first = changed(attributesOf(firstPermissions(false)), { canSend: ['audio'] });
    const second = changed(first.attributes, { hasPresence: false, canSend: undefined });
    expect(second.permissions).toEqual({
      ...firstPermissions(false),
      canSend: ['audio'],
      hasPresence: false,
    });
  });
});

describe('whose tracks somebody gets', () => {
  test('is changed rule by rule', () => {
    const byUserId = { 'user-1': { video: false } };
    const first = changed(attributesOf(firstPermissions(false)), { canReceive: { byUserId } });
    expect(first.permissions.canReceive).toEqual({ base: true, byUserId });
    const second = changed(first.attributes, { canReceive: { base: false, byParticipantId: {} } });
    expect(second.permissions.canReceive).toEqual({ base: false, byUserId, byParticipantId: {} });
  });

  test('has an end: rules that were cut off would be none', () => {
    const byUserId = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`somebody-${n}`, false]));
    expect(() => changed(attributesOf(firstPermissions(false)), { canReceive: { byUserId } })).toThrow(
      'too large',
    );
  });
});

describe('the data of a room', () => {
  test('is replaced, or extended by its first level', () => {
    expect(mergeData('{"a":1}', { b: 2 }, 'replace')).toBe('{"b":2}');
    expect(mergeData('{"a":1,"c":{"d":1}}', { c: {} }, 'shallow-merge')).toBe('{"a":1,"c":{}}');
    expect(mergeData('', { b: 2 }, 'shallow-merge')).toBe('{"b":2}');
    expect(mergeData('[1]', [2], 'shallow-merge')).toBe('[2]');
    expect(mergeData('{"a":1}', undefined, 'replace')).toBe('{}');
  });

  test('has an end', () => {
    expect(() => mergeData('', 'x'.repeat(ROOM_DATA_MAX), 'replace')).toThrow('too large');
  });
});
