import { TrackInfo, TrackSource, TrackType } from '@livekit/protocol';
import { describe, expect, test } from 'vitest';
import { permissionOf } from '../rooms/permissions.ts';
import { mayReceiveTrack } from './receive-rules.ts';

const person = (identity: string, canReceive?: object, grant = {}) => ({
  identity,
  name: identity,
  metadata: '',
  attributes: {
    user_id: `u-${identity}`,
    ...(canReceive && { permissions: JSON.stringify({ canReceive }) }),
  },
  permission: permissionOf(grant),
});
const voice = new TrackInfo({ type: TrackType.AUDIO, source: TrackSource.MICROPHONE });
const picture = new TrackInfo({ type: TrackType.VIDEO, source: TrackSource.CAMERA });
const form = new TrackInfo({ type: TrackType.VIDEO, source: TrackSource.UNKNOWN, name: 'form' });
const ben = person('ben');

describe('a track is sent to a participant', () => {
  test('unless their rules forbid it: in general, by user, by participant, by name', () => {
    expect(mayReceiveTrack(person('ann'), ben, voice)).toBe(true);
    expect(mayReceiveTrack(person('ann', { base: true }), ben, picture)).toBe(true);
    expect(mayReceiveTrack(person('ann', { base: { video: false } }), ben, picture)).toBe(false);
    expect(mayReceiveTrack(person('ann', { base: { video: false } }), ben, voice)).toBe(true);
    expect(mayReceiveTrack(person('ann', { base: true, byUserId: { 'u-ben': false } }), ben, voice)).toBe(
      false,
    );
    expect(mayReceiveTrack(person('ann', { base: false, byParticipantId: { ben: true } }), ben, voice)).toBe(
      true,
    );
    expect(mayReceiveTrack(person('ann', { base: { customVideo: { form: false } } }), ben, form)).toBe(false);
  });

  test('with rules by participant that hold for one join', () => {
    const joined = { ...ben, attributes: { ...ben.attributes, session: 'join-1' } };
    const rules = { base: false, byParticipantId: { 'join-1': true } };
    expect(mayReceiveTrack(person('ann', rules), joined, voice)).toBe(true);
    expect(mayReceiveTrack(person('ann', rules), ben, voice)).toBe(false);
  });

  test('never when the token forbids subscribing, whatever the rules say', () => {
    expect(mayReceiveTrack(person('ann', { base: true }, { canSubscribe: false }), ben, voice)).toBe(false);
  });

  test('when the rules cannot be read, as if there were none', () => {
    const odd = { ...person('ann'), attributes: { permissions: '{broken' } };
    expect(mayReceiveTrack(odd, ben, voice)).toBe(true);
  });
});
