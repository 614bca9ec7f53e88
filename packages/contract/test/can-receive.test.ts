import { describe, expect, test } from 'vitest';
import { mayReceive, mayReceiveAnything } from '../src/messaging/can-receive.ts';

const ann = { participantId: 'p-ann', userId: 'u-ann' };
const voice = { key: 'audio', kind: 'audio' } as const;
const picture = { key: 'video', kind: 'video' } as const;

describe('whose tracks a participant may receive', () => {
  test('the rule about a participant goes before the one about a user, and that before the general one', () => {
    const rules = { base: false, byUserId: { 'u-ann': true }, byParticipantId: { 'p-ann': false } };
    expect(mayReceive(rules, ann, voice)).toBe(false);
    expect(mayReceive(rules, { ...ann, participantId: 'p-other' }, voice)).toBe(true);
    expect(mayReceive(rules, { participantId: 'p-other', userId: 'u-other' }, voice)).toBe(false);
  });

  test('what a rule does not mention is decided by the next one', () => {
    const rules = { base: true, byUserId: { 'u-ann': { audio: false } }, byParticipantId: { 'p-ann': {} } };
    expect(mayReceive(rules, ann, voice)).toBe(false);
    expect(mayReceive(rules, ann, picture)).toBe(true);
    expect(mayReceive({ base: {} }, ann, voice)).toBe(true);
  });

  test('custom tracks have names, and a star for the rest', () => {
    const rules = { base: { customVideo: { form: true, '*': false }, customAudio: {} } };
    expect(mayReceive(rules, ann, { key: 'form', kind: 'video' })).toBe(true);
    expect(mayReceive(rules, ann, { key: 'other', kind: 'video' })).toBe(false);
    expect(mayReceive(rules, ann, { key: 'form', kind: 'audio' })).toBe(true);
  });

  test('a property that every object inherits is no rule', () => {
    const odd = { participantId: 'constructor', userId: 'toString' };
    expect(mayReceive({ base: false, byUserId: {}, byParticipantId: {} }, odd, voice)).toBe(false);
  });

  test('without any rule nothing is decided', () => {
    expect(mayReceiveAnything({ base: false })).toBe(false);
    expect(mayReceiveAnything({ base: { audio: false, customVideo: { '*': false } } })).toBe(false);
    expect(mayReceiveAnything({ base: false, byUserId: { a: { customAudio: { b: true } } } })).toBe(true);
  });
});
