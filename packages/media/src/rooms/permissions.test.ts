import { TrackSource } from '@livekit/protocol';
import { describe, expect, test } from 'vitest';
import { grantOf, mayPublish, permissionOf } from './permissions.ts';

describe('a permission that a token does not mention', () => {
  test('is granted, except for being hidden and changing one’s own metadata', () => {
    expect(permissionOf({ roomJoin: true })).toMatchObject({
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
      canUpdateMetadata: false,
      hidden: false,
    });
  });

  test('a participant who may not publish may not write either, unless the token allows it', () => {
    expect(permissionOf({ canPublish: false }).canPublishData).toBe(false);
    expect(permissionOf({ canPublish: false, canPublishData: true }).canPublishData).toBe(true);
  });
});

describe('sources', () => {
  const onlyVoice = permissionOf({ canPublishSources: ['microphone'] as never });

  test('are limited to those that a token names', () => {
    expect(mayPublish(onlyVoice, TrackSource.MICROPHONE)).toBe(true);
    expect(mayPublish(onlyVoice, TrackSource.CAMERA)).toBe(false);
    expect(mayPublish(onlyVoice, TrackSource.SCREEN_SHARE)).toBe(false);
  });

  test('are all allowed, or none, if the token names none', () => {
    expect(mayPublish(permissionOf({}), TrackSource.SCREEN_SHARE_AUDIO)).toBe(true);
    expect(mayPublish(permissionOf({ canPublish: false }), TrackSource.MICROPHONE)).toBe(false);
  });

  test('that are unknown allow nothing', () => {
    const odd = permissionOf({ canPublishSources: ['telepathy'] as never });
    expect(mayPublish(odd, TrackSource.CAMERA)).toBe(false);
  });
});

test('the token for coming back allows what the first one did', () => {
  const hidden = permissionOf({ canPublish: false, canSubscribe: true, hidden: true });
  expect(permissionOf(grantOf(hidden, 'room'))).toEqual(hidden);
  expect(grantOf(hidden, 'room')).toMatchObject({ roomJoin: true, room: 'room' });
});

test('the token for coming back keeps the sources as they were', () => {
  const voice = permissionOf({ canPublishSources: ['microphone'] as never });
  const again = permissionOf(grantOf(voice, 'room'));
  expect(mayPublish(again, TrackSource.MICROPHONE)).toBe(true);
  expect(mayPublish(again, TrackSource.CAMERA)).toBe(false);
});
