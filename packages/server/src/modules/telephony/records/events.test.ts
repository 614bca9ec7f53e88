import { telephonyEvents } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { blocksOf, transcripts } from '../../../../test/telephony/ami.ts';
import { readMessage } from '../ami/message.ts';
import { phoneCallFrom } from '../calls/call.ts';
import { readGatewayCallEvent } from '../calls/gateway-call-event.ts';
import { createCallTracker, currentTrackedCall, trackedCallState } from '../calls/call-tracker.ts';
import { phoneOwnerEventOf, ringTakenEventOf, type PhoneOwnerEvent } from './events.ts';

/** The events for screens that follow from a recorded situation. */
function eventsIn(name: string): PhoneOwnerEvent[] {
  const ledger = createCallTracker();
  const happenings = blocksOf(name).flatMap((block) => readGatewayCallEvent(readMessage(block)) ?? []);
  const told = happenings.flatMap((happening) => {
    const entry = ledger.add(happening, 0);
    return entry ? [{ happening, entry }] : [];
  });
  return told.flatMap(({ happening, entry }) => {
    const call = trackedCallState(currentTrackedCall(entry));
    if (!call) return [];
    return [phoneOwnerEventOf(happening, call, undefined), ringTakenEventOf(happening, call, null)].flatMap(
      (event) => event ?? [],
    );
  });
}

/** The fields of section 3 of the specification, in its order. */
const CALLED =
  'event eventtime uniqueid extension contact_number channel_agent channel_client call_id ticket_id customer_id ticket_media_id ivr_keypress';
const BRIDGE = 'event eventtime uniqueid channel context';
const FIELDS: Record<string, string> = {
  AgentCalled: CALLED,
  AgentConnect: CALLED,
  AgentComplete: CALLED,
  BridgeEnter: BRIDGE,
  BridgeEnterClient: BRIDGE,
};
/** All fields that such an event may have. */
const ALL = new Set([...CALLED.split(' '), 'context', 'channel']);
/** Events of our own, which the specification does not have. */
const [OURS, RINGS, TAKEN] = ['phone-hold-changed', 'phone-rings', 'phone-ring-taken'] as const;

const legOf = (id: string, channel: string, context: string) => ({
  id,
  channel,
  context,
  number: '',
  name: '',
});

describe('the events for screens', () => {
  it.each(transcripts())('has the fields that are agreed on, and no others: %s', (name) => {
    for (const { name: event, payload } of eventsIn(name)) {
      expect(telephonyEvents[event].safeParse(payload).error).toBeUndefined();
      if (!('event' in payload)) continue;
      const fields = Object.keys(payload);
      expect(fields.filter((field) => !ALL.has(field))).toEqual([]);
      expect(fields.toSorted()).toEqual(FIELDS[payload.event]?.split(' ').toSorted() ?? fields.toSorted());
    }
  });

  it.each([
    ['37-consults-a-second-queue-then-transfers', ['2001', '2002', '2001']],
    ['39-consults-a-queue-where-nobody-answers', ['2001']],
  ])('tells who consults a queue when one of its agents answers, and not before: %s', (name, told) => {
    const bridged = eventsIn(name).flatMap(({ name: event, payload, extensions }) =>
      event === 'bridge-enter-event' && payload.event === 'BridgeEnter' ? extensions : [],
    );
    expect(bridged.filter((extension) => extension.startsWith('2'))).toEqual(told);
  });

  it.each([
    ['01-inbound-answer-agent-hangs-up', ['2001 support -']],
    ['08-ring-no-answer-next-agent', ['2001 support -', '2002 support -']],
    ['03-blind-transfer-by-phone-to-agent', ['2001 support -', '2004 - 2001']],
    ['04-blind-transfer-by-ami-to-queue', ['2001 support -', '2004 billing 2001']],
    ['28-browser-blind-transfer', ['1001 support -', '1002 - 1001']],
    ['12-originate-success', []],
  ])('tells the ringing agent the queue, and who has transferred the call: %s', (name, told) => {
    const rings = eventsIn(name).flatMap((event) =>
      event.name === RINGS ? [{ ...event.payload, phones: event.extensions }] : [],
    );
    expect(
      rings.map(
        ({ phones, queue, transferred_by: by }) => `${phones.join(' ')} ${queue || '-'} ${by || '-'}`,
      ),
    ).toEqual(told);
    for (const { contact_number: number } of rings) expect(number).toBe('081234567890');
  });

  it.each(['35-two-agents-answer-at-once', '36-one-of-two-agents-answers'])(
    'tells an agent who did not answer who has the call, once: %s',
    (name) => {
      const events = eventsIn(name);
      const winner = events.find((event) => event.name === 'agent-connect-event')?.payload.extension;
      const loser = winner === '2001' ? '2002' : '2001';
      expect(events.filter((event) => event.name === TAKEN)).toMatchObject([
        { extensions: [loser], payload: { taken_by: winner, contact_number: '081234567890' } },
      ]);
    },
  );

  it('reports a hold by the other side, and none of our own', () => {
    const held = { call: 'c', at: 2, leg: legOf('c', 'PJSIP/trunk-1', 'from-trunk'), kind: 'held' } as const;
    const own = { ...held, leg: legOf('a', 'PJSIP/2001-2', 'from-internal') };
    const call = phoneCallFrom([
      { ...held, at: 0, kind: 'began', dialled: '1500', isCaller: true },
      { ...own, at: 0, kind: 'began', dialled: '', isCaller: false },
      { ...held, at: 1, kind: 'bridged', bridge: 'b' },
      { ...own, at: 1, kind: 'bridged', bridge: 'b' },
    ]);
    if (!call) throw new Error('there is no call in it');
    expect(phoneOwnerEventOf(held, call, undefined)).toMatchObject({
      name: OURS,
      payload: { is_held: true },
      extensions: ['2001'],
    });
    expect(phoneOwnerEventOf({ ...held, kind: 'resumed' }, call, undefined)?.payload).toMatchObject({
      is_held: false,
    });
    expect(phoneOwnerEventOf(own, call, undefined)).toBeUndefined();
  });

  it.each([
    ['01-inbound-answer-agent-hangs-up', 'as the gateway says', /^PJSIP\/2001-[0-9a-f]{8}$/],
    ['22-application-controls-a-call', 'also where the gateway says it no more', /^PJSIP\/2001-[0-9a-f]{8}$/],
  ])('names the phone that a call was completed on: %s, %s', (name, _, phone) => {
    const completed = eventsIn(name).filter((event) => event.name === 'agent-complete-event');
    expect(completed.map(({ payload }) => payload.channel_agent)).toEqual([expect.stringMatching(phone)]);
  });
});
