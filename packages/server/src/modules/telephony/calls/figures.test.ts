import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../test/telephony/ami.ts';
import { readMessage } from '../ami/message.ts';
import { callEndReasonOf } from '../records/record-ends.ts';
import type { PhoneCall } from './call.ts';
import { figuresOf, legsOf } from './figures.ts';
import { readGatewayCallEvent } from './gateway-call-event.ts';
import { createCallTracker, trackedCallState } from './call-tracker.ts';

function callOf(name: string): PhoneCall {
  const ledger = createCallTracker();
  for (const block of blocksOf(name)) {
    const happening = readGatewayCallEvent(readMessage(block));
    if (happening) ledger.add(happening, 0);
  }
  const calls = ledger.all().flatMap((entry) => trackedCallState(entry) ?? []);
  const call = calls.find(({ direction }) => direction !== 'internal');
  if (!call) throw new Error('no such call');
  return call;
}

/** Seconds since the call began. */
const after = (call: PhoneCall, at: number | Date | null) =>
  at === null ? null : Math.round(Math.abs(Number(at) - call.began) / 100) / 10;

describe('what is reported of a call', () => {
  it.each([
    ['01-inbound-answer-agent-hangs-up', 'agent'],
    ['02-inbound-hold-unhold-caller-hangs-up', 'customer'],
    ['03-blind-transfer-by-phone-to-agent', 'customer'],
    ['05-attended-transfer-by-ami', 'customer'],
    ['06-abandoned-in-queue', 'customer'],
    ['22-application-controls-a-call', 'system'],
    ['29-browser-tab-closed', 'system'],
  ])('%s was ended by the %s', (name, ender) => {
    const call = callOf(name);
    expect(figuresOf(call, callEndReasonOf(call)).ended_by).toBe(ender);
  });

  it.each([
    ['01-inbound-answer-agent-hangs-up', { is: true, at: 3.7, until: 5.7, queue: 'support' }],
    ['04-blind-transfer-by-ami-to-queue', { is: true, at: 3.7, until: 4.7, queue: 'support' }],
    ['06-abandoned-in-queue', { is: true, at: 3.7, until: 8.7, queue: 'support' }],
    ['37-consults-a-second-queue-then-transfers', { is: true, at: 2.4, until: 2.6, queue: 'support' }],
    [
      '38-transfers-into-a-second-queue-that-still-rings',
      { is: true, at: 2.5, until: 2.5, queue: 'support' },
    ],
    ['39-consults-a-queue-where-nobody-answers', { is: true, at: 2.4, until: 2.4, queue: 'support' }],
    ['10-ivr-abandoned', { is: false, at: 0, until: 3, queue: '' }],
    ['18-phone-dials-out', { is: false, at: 0, until: 1.5, queue: '' }],
  ])('%s counts from its queue on', (name, expected) => {
    const call = callOf(name);
    const { is_offered, counted_at, waited_until, first_queue } = figuresOf(call, callEndReasonOf(call));
    expect({
      is: is_offered,
      at: after(call, counted_at),
      until: after(call, waited_until),
      queue: first_queue,
    }).toEqual(expected);
  });

  it.each([
    [
      '37-consults-a-second-queue-then-transfers',
      [
        ['2001', 2.6, 11.7, true],
        ['2002', 11.7, 14.7, false],
      ],
    ],
    [
      '38-transfers-into-a-second-queue-that-still-rings',
      [
        ['2001', 2.5, 8.3, true],
        ['2002', 11.8, 16.2, false],
      ],
    ],
    ['39-consults-a-queue-where-nobody-answers', [['2001', 2.4, 11.9, false]]],
  ])('who asks another queue first, and who answers there, each have their own part: %s', (name, parts) => {
    const call = callOf(name);
    const line = legsOf(call).map(({ extension, from, to, isPassedOn }) => [
      extension,
      after(call, from),
      after(call, to),
      isPassedOn,
    ]);
    expect(line).toEqual(parts);
  });

  it('a leg has its own holds, and is passed on by whoever talked before', () => {
    const call = callOf('27-browser-attended-transfer');
    const line = legsOf(call).map(({ extension, from, to, holds, isPassedOn }) => [
      extension,
      after(call, from),
      after(call, to),
      holds.map((hold) => [after(call, hold.from), after(call, hold.to)]),
      isPassedOn,
    ]);
    expect(line).toEqual([
      ['1001', 4.1, 11, [[5.7, 11]], true],
      ['1002', 11, 14.7, [], false],
    ]);
  });

  it('a page that comes back to its own call passes nothing on', () => {
    const call = callOf('28-browser-blind-transfer');
    expect(legsOf(call).map(({ isPassedOn }) => isPassedOn)).toEqual([true, false]);
    const back = { ...call, transfers: call.transfers.map((one) => ({ ...one, to: '*81001' })) };
    expect(legsOf(back).some(({ isPassedOn }) => isPassedOn)).toBe(false);
  });
});
