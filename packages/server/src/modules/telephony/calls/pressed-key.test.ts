import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../test/telephony/ami.ts';
import { readMessage } from '../ami/message.ts';
import { phoneCallFrom } from './call.ts';
import { readGatewayCallEvent } from './gateway-call-event.ts';
import { extensionsToNotify, readKey } from './pressed-key.ts';

const event = (fields: Record<string, string>) =>
  readMessage(
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n'),
  );
const DONE = {
  Event: 'DTMFEnd',
  Direction: 'Received',
  Digit: '5',
  DurationMs: '160',
  Uniqueid: 'pbx-1.1',
  Linkedid: 'pbx-1.1',
  Channel: 'PJSIP/trunk-00000001',
};

describe('a key that is pressed', () => {
  it('is read where it comes in, once it is released', () => {
    expect(readKey(event(DONE))).toEqual({ call: 'pbx-1.1', legId: 'pbx-1.1', key: '5' });
    expect(readKey(event({ ...DONE, Digit: '#' }))?.key).toBe('#');
  });

  it.each([
    ['is still held down', { Event: 'DTMFBegin' }],
    ['is sent on', { Direction: 'Sent' }],
    ['is none', { Digit: '5; drop' }],
    ['belongs to no call', { Linkedid: '' }],
  ])('is not reported where it %s', (_, change) => {
    expect(readKey(event({ ...DONE, ...change }))).toBeUndefined();
  });

  it('is reported to the agent who talks with its caller; the agent’s own keys are reported to nobody', () => {
    const happened = blocksOf('01-inbound-answer-agent-hangs-up').flatMap(
      (block) => readGatewayCallEvent(readMessage(block)) ?? [],
    );
    const connected = happened.findIndex(({ kind }) => kind === 'unbridged');
    const call = phoneCallFrom(happened.slice(0, connected));
    const agent = call?.phones[0]?.legId ?? '';
    const customer = happened[0]?.leg.id ?? '';
    if (!call) throw new Error('there is no call in it');
    expect(extensionsToNotify({ call: call.id, legId: customer, key: '5' }, call)).toEqual(['2001']);
    expect(extensionsToNotify({ call: call.id, legId: agent, key: '5' }, call)).toEqual([]);
    const over = phoneCallFrom(happened);
    expect(over && extensionsToNotify({ call: call.id, legId: customer, key: '5' }, over)).toEqual([]);
  });
});
