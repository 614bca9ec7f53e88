import { DataPacket, UserPacket } from '@livekit/protocol';
import { describe, expect, test } from 'vitest';
import { Event } from 'werift';
import * as data from './data.ts';
import { deliverPacket, isAddressedTo } from './data.ts';
import type { Participant } from './participant.ts';
import { permissionOf } from './permissions.ts';

function participant(identity: string, grant = {}): Participant {
  return { sid: `PA_${identity}`, identity: { identity, permission: permissionOf(grant) } } as Participant;
}

type Change = ConstructorParameters<typeof UserPacket>[0];

let floods = 0;
const admit = (who: Participant, bytes: Buffer, nowMs: number) =>
  data.acceptPacket(who, bytes, nowMs, () => void (floods += 1));

function packet(change: Change = {}): Buffer {
  const value = new UserPacket({ payload: Buffer.from('hello'), ...change });
  return Buffer.from(new DataPacket({ value: { case: 'user', value } }).toBinary());
}

describe('a message is let through', () => {
  test('with the real sender’s name', () => {
    const forged = packet({ participantIdentity: 'somebody-else', participantSid: 'PA_else' });
    const admitted = admit(participant('ann'), forged, 0);
    expect(admitted).toMatchObject({ participantIdentity: 'ann', participantSid: 'PA_ann' });
    expect(admitted?.value.value).toMatchObject({ participantIdentity: 'ann', participantSid: 'PA_ann' });
  });

  test('at the rate of people who write, and in a burst', () => {
    const ann = participant('ann');
    for (let index = 0; index < 200; index++) expect(admit(ann, packet(), 0)).toBeDefined();
  });
});

describe('a message is dropped', () => {
  test('from a participant without the permission to write', () => {
    expect(admit(participant('ann', { canPublish: false }), packet(), 0)).toBeUndefined();
  });

  test('that exceeds the maximum size', () => {
    expect(admit(participant('ann'), packet({ payload: Buffer.alloc(65 * 1024) }), 0)).toBeUndefined();
  });

  test('that cannot be parsed', () => {
    expect(admit(participant('ann'), Buffer.from([255, 255, 255, 255]), 0)).toBeUndefined();
  });

  test('in a flood, until the flood has passed; the others write on', () => {
    const ann = participant('ann');
    const ben = participant('ben');
    floods = 0;
    const admitted = Array.from({ length: 5000 }, (_, index) => admit(ann, packet(), index / 5)).filter(
      Boolean,
    );
    expect(admitted.length).toBeLessThan(300);
    expect(floods).toBe(1);
    const more = Array.from({ length: 100 }, () => admit(ann, packet(), 1000)).filter(Boolean);
    expect(more.length).toBeLessThanOrEqual(1);
    expect(admit(ben, packet(), 1000)).toBeDefined();
    expect(admit(ann, packet(), 2000)).toBeDefined();
    expect(floods).toBe(1);
  });

  test('in a second flood as well, which is logged again', () => {
    const ann = participant('ann');
    floods = 0;
    for (let index = 0; index < 300; index++) admit(ann, packet(), 0);
    for (let index = 0; index < 300; index++) admit(ann, packet(), 10_000);
    expect(floods).toBe(2);
  });

  test('repeatedly too large, which counts as a flood', () => {
    const ann = participant('ann');
    floods = 0;
    for (let index = 0; index < 300; index++) admit(ann, packet({ payload: Buffer.alloc(65 * 1024) }), 0);
    expect(floods).toBe(1);
    expect(admit(ann, packet(), 0)).toBeUndefined();
  });
});

describe('a message goes', () => {
  const ben = participant('ben');
  const read = (change: Change) => DataPacket.fromBinary(packet(change));

  test('to everybody when it names nobody', () => {
    expect(isAddressedTo(read({}), ben)).toBe(true);
  });

  test('to those that it names, by either name', () => {
    expect(isAddressedTo(read({ destinationIdentities: ['ben'] }), ben)).toBe(true);
    expect(isAddressedTo(read({ destinationSids: ['PA_ben'] }), ben)).toBe(true);
    expect(isAddressedTo(read({ destinationIdentities: ['cid'] }), ben)).toBe(false);
    expect(isAddressedTo(new DataPacket({ destinationIdentities: ['cid'] }), ben)).toBe(false);
    expect(isAddressedTo(new DataPacket({ destinationIdentities: ['ben'] }), ben)).toBe(true);
  });
});

describe('a participant whose connection is still being set up', () => {
  /** A participant whose data channel the test opens, with what was sent on it. */
  function connecting() {
    const sent: string[] = [];
    const line = {
      readyState: 'connecting',
      bufferedAmount: 0,
      stateChanged: new Event<[string]>(),
      send: (bytes: Buffer) => void sent.push(bytes.toString()),
    };
    const become = (state: string) => {
      line.readyState = state;
      line.stateChanged.execute(state);
    };
    return { who: { subscriber: { channel: () => line } } as unknown as Participant, sent, become };
  }

  test('gets reliable messages once it is established, in order, each once', () => {
    const { who, sent, become } = connecting();
    deliverPacket(who, '_reliable', Buffer.from('first'));
    deliverPacket(who, '_reliable', Buffer.from('second'));
    expect(sent).toEqual([]);
    become('open');
    deliverPacket(who, '_reliable', Buffer.from('third'));
    expect(sent).toEqual(['first', 'second', 'third']);
  });

  test('gets no unreliable messages, and none at all if it is never established', () => {
    const lossy = connecting();
    deliverPacket(lossy.who, '_lossy', Buffer.from('where the pointer was'));
    lossy.become('open');
    expect(lossy.sent).toEqual([]);
    const gone = connecting();
    deliverPacket(gone.who, '_reliable', Buffer.from('hello'));
    gone.become('closed');
    expect(gone.sent).toEqual([]);
  });

  test('does not fill the memory: messages beyond a few megabytes are dropped', () => {
    const { who, sent, become } = connecting();
    for (let index = 0; index < 200; index++) deliverPacket(who, '_reliable', Buffer.alloc(64 * 1024));
    become('open');
    expect(sent).toHaveLength(64);
  });
});
