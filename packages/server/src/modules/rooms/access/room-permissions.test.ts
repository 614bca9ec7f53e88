import { ROOM_DATA_MAX } from '@trunkline/contract';
import { describe, expect, test } from 'vitest';
import {
  changePermissions,
  grantsMoreThan,
  initialPermissions,
  permissionsOnHold,
  isHeld,
  permissionsWithoutHold,
  mayAdminister,
  mergeData,
  permissionsAfterHold,
} from './room-permissions.ts';

const attributesOf = (permissions: object) => ({ permissions: JSON.stringify(permissions) });

describe('what somebody in a room may do', () => {
  test('owners decide about others; those who are given it as well; nobody by themselves', () => {
    expect(mayAdminister(initialPermissions(true))).toBe(true);
    expect(mayAdminister(initialPermissions(false))).toBe(false);
    expect(mayAdminister(permissionsWithoutHold(changePermissions({}, { canAdmin: true }).attributes))).toBe(
      true,
    );
    expect(mayAdminister({ ...initialPermissions(false), canAdmin: ['streaming'] })).toBe(false);
  });

  test('what was taken back since, or a hold since, is noticed; the order of words is no difference', () => {
    const first = attributesOf(initialPermissions(false));
    const less = changePermissions(first, { canSend: false });
    const none = { rights: undefined, isOnHold: false };
    expect(grantsMoreThan(first, none)).toBe(false);
    expect(grantsMoreThan(first, { ...none, rights: less.permissions })).toBe(true);
    expect(grantsMoreThan(less.attributes, { ...none, rights: less.permissions })).toBe(false);
    const { canAdmin, canReceive, ...rest } = less.permissions;
    expect(grantsMoreThan(less.attributes, { ...none, rights: { canReceive, canAdmin, ...rest } })).toBe(
      false,
    );
    expect(grantsMoreThan(first, { ...none, isOnHold: true })).toBe(true);
    expect(
      grantsMoreThan({ ...first, ...permissionsOnHold(first).attributes }, { ...none, isOnHold: true }),
    ).toBe(false);
  });

  test('a change leaves the rest as it was', () => {
    const first = changePermissions(attributesOf(initialPermissions(false)), { canSend: ['audio'] });
    const second = changePermissions(first.attributes, { hasPresence: false, canSend: undefined });
    expect(second.permissions).toEqual({
      ...initialPermissions(false),
      canSend: ['audio'],
      hasPresence: false,
    });
  });
});

describe('whose tracks somebody gets', () => {
  test('is changed rule by rule', () => {
    const byUserId = { 'user-1': { video: false } };
    const first = changePermissions(attributesOf(initialPermissions(false)), { canReceive: { byUserId } });
    expect(first.permissions.canReceive).toEqual({ base: true, byUserId });
    const second = changePermissions(first.attributes, { canReceive: { base: false, byParticipantId: {} } });
    expect(second.permissions.canReceive).toEqual({ base: false, byUserId, byParticipantId: {} });
  });

  test('has an end: rules that were cut off would be none', () => {
    const byUserId = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`somebody-${n}`, false]));
    expect(() =>
      changePermissions(attributesOf(initialPermissions(false)), { canReceive: { byUserId } }),
    ).toThrow('too large');
  });
});

describe('who is on hold', () => {
  const first = attributesOf({ ...initialPermissions(false), canSend: ['audio'] });

  test('sends and gets nothing, and after it may what they might before', () => {
    const during = permissionsOnHold(first);
    expect(during.permissions).toMatchObject({ canSend: false, canReceive: { base: false } });
    expect([isHeld(first), isHeld(during.attributes)]).toEqual([false, true]);
    const after = permissionsAfterHold(during.attributes);
    expect(after.permissions).toEqual({ ...initialPermissions(false), canSend: ['audio'] });
    expect(isHeld(after.attributes)).toBe(false);
  });

  test('does not come out of it by a change of their rights, which counts afterwards', () => {
    const during = { ...first, ...permissionsOnHold(first).attributes };
    const change = changePermissions(during, { canSend: true, canReceive: { base: true } });
    expect(change.permissions).toMatchObject({ canSend: false, canReceive: { base: false } });
    expect(permissionsAfterHold({ ...during, ...change.attributes }).permissions.canSend).toBe(true);
    // The change is stored for the next join, and not the hold.
    expect(permissionsWithoutHold({ ...during, ...change.attributes })).toMatchObject({
      canSend: true,
      canReceive: { base: true },
    });
    expect(permissionsWithoutHold(first).canSend).toEqual(['audio']);
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
    expect(ROOM_DATA_MAX).toBe(102_400);
    // Counts the two quotation marks of JSON.
    expect(mergeData('', 'x'.repeat(102_398), 'replace')).toHaveLength(102_400);
    expect(() => mergeData('', 'x'.repeat(102_399), 'replace')).toThrow('too large');
  });
});
