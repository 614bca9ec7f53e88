import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../test/telephony/ami.ts';
import { readMessage } from '../ami/message.ts';
import { phoneCallFrom } from './call.ts';
import { dialOutcome, outcomeAtOwnPhone } from './dial-outcome.ts';
import { readGatewayCallEvent } from './gateway-call-event.ts';

/** Returns the outcome of a recorded call for which the gateway gave this reason. */
function outcomeIn(name: string, reason: number | null): string {
  const happened = blocksOf(name).flatMap((block) => readGatewayCallEvent(readMessage(block)) ?? []);
  const call = phoneCallFrom(happened);
  if (!call) throw new Error('there is no call in it');
  return dialOutcome({ name: call.id, reason, call, happened });
}

describe('what came of a call that somebody has dialled on the screen', () => {
  it.each([
    ['12-originate-success', 4, 'answered'],
    ['16-originate-customer-busy', 4, 'busy'],
    ['17-originate-customer-no-answer-agent-gives-up', 4, 'you_hung_up'],
    ['13-originate-agent-no-answer', 3, 'phone_no_answer'],
    // The gateway gives no reason of its own for that; the cause of the leg tells it.
    ['14-originate-agent-rejects', 0, 'phone_declined'],
  ])('%s, reason %i: %s', (name, reason, outcome) => {
    expect(outcomeIn(name, reason)).toBe(outcome);
  });

  it('is not answered because the own phone was, nor told where nothing is known', () => {
    expect(outcomeIn('16-originate-customer-busy', null)).toBe('busy');
    expect(outcomeIn('13-originate-agent-no-answer', null)).toBe('unknown');
  });

  it.each([
    [0, 'phone_unreachable'],
    [1, 'phone_hung_up'],
    [3, 'phone_no_answer'],
    [5, 'phone_busy'],
    [8, 'phone_congested'],
    [99, 'phone_unreachable'],
  ])('a phone that has no channel, reason %i: %s', (reason, outcome) => {
    expect(outcomeAtOwnPhone(reason)).toBe(outcome);
  });
});
