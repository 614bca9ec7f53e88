import { describe, expect, test } from 'vitest';
import { person } from '../testing/fake-page.ts';
import { Subscriptions } from '../tracks/subscriptions.ts';
import { mayAdmin, mayReceive, maySend, permissionsOf, toPermissions, toPlain } from './permissions.ts';

describe('rights', () => {
  test('are read from data that only the server writes; without the permission to publish nothing may be sent', () => {
    const attributes = { permissions: JSON.stringify({ canSend: ['audio'], canAdmin: ['participants'] }) };
    const given = permissionsOf(person('a', { attributes }));
    expect([maySend(given, 'audio'), maySend(given, 'video'), mayAdmin(given, 'participants')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(permissionsOf(person('a', { attributes, canPublish: false })).canSend).toBe(false);
    expect(permissionsOf(person('a', { attributes: { permissions: '{broken' } })).canSend).toBe(true);
  });

  test('sets are sent as lists, and a change contains only what it names', () => {
    expect(toPlain({ canSend: new Set(['audio']), canAdmin: false, canReceive: { base: false } })).toEqual({
      canSend: ['audio'],
      canAdmin: false,
      canReceive: { base: false },
    });
    const byId = { byUserId: { 'user-1': { audio: false } }, byParticipantId: {} };
    expect(toPlain({ canReceive: byId })).toEqual({ canReceive: byId });
    expect(toPermissions({ canReceive: byId }).canReceive).toEqual({ base: true, ...byId });
    expect(toPlain({})).toEqual({});
    expect(toPermissions({ canSend: ['audio'] }).canSend).toEqual(new Set(['audio']));
  });
});

test('whose tracks a participant receives is a permission as well', () => {
  const rules = { base: true, byUserId: { 'u-ben': { video: false } } };
  const own = permissionsOf(
    person('ann', { attributes: { permissions: JSON.stringify({ canReceive: rules }) } }),
  );
  const ben = person('ben', { attributes: { user_id: 'u-ben' } });
  const track = { sid: 't', isMuted: false, isPaused: false, isSubscribed: true, track: undefined };
  expect(mayReceive(own, ben, { ...track, key: 'video', kind: 'video' })).toBe(false);
  expect(mayReceive(own, ben, { ...track, key: 'audio', kind: 'audio' })).toBe(true);
  expect(mayReceive(own, person('cid'), { ...track, key: 'video', kind: 'video' })).toBe(true);
});

describe('whose tracks are wanted', () => {
  test('everybody’s, or what was asked for, track by track', () => {
    const wanted = new Subscriptions();
    expect(wanted.of('a', 'audio')).toBe(true);
    wanted.reset(false);
    expect(wanted.of('a', 'audio')).toBe(false);
    wanted.requestTracks('a', { audio: true, video: 'staged', custom: { form: true } });
    expect(['audio', 'video', 'screenVideo', 'form', 'other'].map((key) => wanted.of('a', key))).toEqual([
      true,
      'staged',
      false,
      true,
      false,
    ]);
    wanted.requestTracks('a', 'avatar');
    expect([wanted.of('a', 'audio'), wanted.of('a', 'video')]).toEqual([true, false]);
    wanted.setAutomatic(true);
    expect(wanted.of('a', 'video')).toBe(true);
  });
});
