import type { OpenedPhoneLine } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PhoneLine } from './phone-line.ts';
import { NO_PHONE, type PhoneState } from './phone.ts';
import { stubBrowser } from './test-browser.ts';
import { createTestGateway } from './test-gateway.ts';

let gateway: ReturnType<typeof createTestGateway>;
let line: PhoneLine;
let shown: PhoneState;
let faults: string[];
let connection: ReturnType<typeof stubBrowser>;
let extension: string;
/** Whether the server reaches the gateway to create a phone there. */
let isReached: boolean;
let made: number;

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function open(): Promise<OpenedPhoneLine> {
  if (!isReached) throw new Error('unavailable');
  made += 1;
  const password = `password ${made}`;
  gateway.passwords.set(extension, password);
  const expires_at = new Date(Date.now() + 8 * 3_600_000).toISOString();
  return { missing: null, extension, realm: 'trunkline', password, expires_at };
}

beforeEach(() => {
  vi.useFakeTimers();
  gateway = createTestGateway();
  vi.stubGlobal('WebSocket', gateway.WebSocket);
  connection = stubBrowser();
  [extension, isReached, made, faults, shown] = ['201', true, 0, [], NO_PHONE];
  line = new PhoneLine({
    open,
    address: async () => 'wss://desk.example.com/phone/ws',
    devices: () => ({ microphone: '', speaker: '', ringer: '' }),
    onChange: (phone) => void (shown = phone),
    onFault: (fault) => void faults.push(fault),
  });
});
afterEach(async () => {
  line.stop();
  // JsSIP leaves timers of planned attempts behind, which do nothing once they fire.
  await pass(15_000);
  const left = [gateway.connections(), vi.getTimerCount()];
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // No connection or timer of the phone may be left.
  if (left.some((count) => count > 0)) throw new Error(`connections and timers are left: ${left.join(', ')}`);
});

async function registered(): Promise<void> {
  line.start();
  await pass(100);
  expect(shown.line).toBe('ready');
}

describe('a phone whose gateway is started anew', () => {
  it('registers again by itself, with the password that it has', async () => {
    await registered();
    gateway.become('away');
    expect(shown.line).toBe('lost');
    await pass(1000);
    gateway.become('up');
    await pass(5000);
    expect(shown.line).toBe('ready');
    expect(made).toBe(1);
  });

  it('asks for another password where the gateway refuses the one that it has', async () => {
    await registered();
    gateway.become('away');
    gateway.passwords.set('201', 'another');
    gateway.become('up');
    await pass(5000);
    expect(shown.line).toBe('ready');
    expect(made).toBe(2);
  });

  it.each([2, 6, 20, 60])(
    'is back soon after a boot of %i seconds, which drops registrations',
    async (took) => {
      await registered();
      gateway.become('away');
      gateway.become('booting');
      await pass(took * 1000);
      expect(shown.line).toBe('lost');
      gateway.become('up');
      // The phone is back after at most as long as the outage took, or ten seconds.
      await pass(Math.max(10_000, took * 1000));
      expect(shown.line).toBe('ready');
    },
  );

  it.each(['away', 'booting'] as const)(
    'is back at once when it is told so, after it was %s for minutes',
    async (state) => {
      await registered();
      gateway.become('away');
      gateway.become(state);
      await pass(5 * 60_000);
      expect(shown.line).toBe('lost');
      gateway.become('up');
      line.gatewayIsUp();
      await pass(50);
      expect(shown.line).toBe('ready');
      expect(made).toBe(1);
      expect(gateway.connections()).toBe(1);
    },
  );

  it('is back soon when it is told so and its password is another', async () => {
    await registered();
    gateway.become('away');
    gateway.passwords.set('201', 'another');
    await pass(5 * 60_000);
    gateway.become('up');
    line.gatewayIsUp();
    await pass(2000);
    expect(shown.line).toBe('ready');
  });

  it('has a phone at once when it is told so, where there was none to be had', async () => {
    gateway.become('away');
    isReached = false;
    line.start();
    await pass(5 * 60_000);
    expect(shown.line).toBe('lost');
    gateway.become('up');
    isReached = true;
    line.gatewayIsUp();
    await pass(50);
    expect(shown.line).toBe('ready');
  });

  it('leaves a phone alone that is registered', async () => {
    await registered();
    line.gatewayIsUp();
    await pass(1000);
    expect(shown.line).toBe('ready');
    expect(made).toBe(1);
  });
});

it('connects anew where the gateway no longer answers a phone that was registered', async () => {
  await registered();
  gateway.become('booting');
  // JsSIP registers again within 90 seconds, and waits 32 seconds for an answer.
  await pass(125_000);
  expect(shown.line).toBe('lost');
  gateway.become('up');
  await pass(32_000);
  expect(shown.line).toBe('ready');
});

it('registers by another number once its user has another', async () => {
  await registered();
  extension = '205';
  gateway.passwords.delete('201');
  gateway.disconnect(4001);
  await pass(5000);
  expect(shown.line).toBe('ready');
  expect(gateway.registered.at(-1)).toBe('205');
});

describe('a call', () => {
  async function rings(number = '0811'): Promise<void> {
    gateway.ring(number);
    await pass(10);
    expect(shown.call).toMatchObject({ phase: 'ringing', number });
  }
  async function talks(): Promise<void> {
    await registered();
    await rings();
    line.answer();
    await pass(50);
    expect(shown.call).toMatchObject({ phase: 'talking', isHeld: false });
  }
  const invites = () => gateway.heard.filter((first) => first.startsWith('INVITE')).length;

  it('that rings rings no more once the line breaks, and the next one rings', async () => {
    await registered();
    await rings();
    gateway.disconnect(1000);
    await pass(1);
    expect(shown.call).toBeNull();
    await pass(5000);
    await rings('0812');
    expect(gateway.heard.some((first) => first.includes('486'))).toBe(false);
  });

  it('that is on goes on when the line breaks, and the gateway is told where the phone is now', async () => {
    await talks();
    gateway.disconnect(1000);
    await pass(5000);
    expect(shown).toMatchObject({ line: 'ready', call: { phase: 'talking' } });
    expect(invites()).toBe(1);
    expect(connection()?.offers).toEqual([{}]);
  });

  it('gets new paths where its voices are cut, before the line is known to be broken', async () => {
    await talks();
    connection()?.cut();
    await pass(5000);
    expect(shown).toMatchObject({ line: 'ready', call: { phase: 'talking' } });
    expect(connection()?.offers).toEqual([{ iceRestart: true }]);
    expect(gateway.connections()).toBe(1);
  });

  it('ends where the gateway was started anew and does not have it any more', async () => {
    await talks();
    gateway.become('away');
    await pass(100);
    expect(shown.call).toMatchObject({ phase: 'talking' });
    gateway.become('up');
    line.gatewayIsUp();
    await pass(1000);
    expect(shown).toMatchObject({ line: 'ready', call: null });
  });

  it.each(['408 Request Timeout', '488 Not Acceptable Here', '500 Server Error', '603 Decline'])(
    'goes on, muted, where the gateway refuses to hold it, and can be held later: %s',
    async (refusal) => {
      await talks();
      const hold = async (isHeld: boolean) => {
        const held = line.hold(isHeld);
        await pass(100);
        await held;
      };
      gateway.refuse(refusal);
      await hold(true);
      expect(shown.call).toMatchObject({
        phase: 'talking',
        isHeld: false,
        isHoldWanted: false,
        isMuted: true,
      });
      expect(faults).toEqual(['notHeld']);
      expect(connection()?.rolledBack).toBe(1);
      gateway.refuse(undefined);
      line.mute(false);
      await hold(true);
      expect(shown.call).toMatchObject({ phase: 'talking', isHeld: true, isMuted: false });
      gateway.refuse(refusal);
      await hold(false);
      expect(shown.call).toMatchObject({ phase: 'talking', isHeld: true, isHoldWanted: true });
      expect(faults).toEqual(['notHeld', 'hold']);
      gateway.refuse(undefined);
      await hold(false);
      expect(shown.call).toMatchObject({ phase: 'talking', isHeld: false });
      expect(gateway.heard.some((first) => first.startsWith('BYE'))).toBe(false);
      line.hangUp();
      await pass(100);
      expect(shown.call).toBeNull();
    },
  );

  it.each([
    ['does not answer', 32_500],
    ['is lost before it answers', 100],
  ])('goes on, muted, where the gateway %s, and can be held later', async (_, ms) => {
    await talks();
    gateway.become('booting');
    const held = line.hold(true);
    await pass(ms);
    if (ms === 100) gateway.disconnect(1000);
    gateway.become('up');
    await pass(5000);
    await held;
    expect(shown).toMatchObject({ line: 'ready', call: { phase: 'talking', isHeld: false, isMuted: true } });
    expect(faults).toEqual(['notHeld']);
    const again = line.hold(true);
    await pass(100);
    await again;
    expect(shown.call).toMatchObject({ phase: 'talking', isHeld: true });
    expect(gateway.heard.some((first) => first.startsWith('BYE'))).toBe(false);
  });

  it('is with the customer again after a queue was consulted, of which an agent answers later than the queue', async () => {
    await talks();
    const asks = line.ask({ number: '*6support', name: 'support', isQueue: true });
    await pass(200);
    await asks;
    await pass(200);
    expect(gateway.heard.some((first) => first.startsWith('INVITE sip:*6support@'))).toBe(true);
    expect(shown).toMatchObject({
      call: { phase: 'talking', isHeld: true },
      asked: { phase: 'talking', name: 'support', isQueued: true },
    });
    line.consultedAnswered();
    expect(shown.asked).toMatchObject({ isQueued: false });
    const back = line.back();
    await pass(200);
    await back;
    expect(shown).toMatchObject({ call: { phase: 'talking', isHeld: false }, asked: null });
  });

  it('stays with the customer where the consultation is hung up, rung or talking', async () => {
    await talks();
    const asks = async (isQueue: boolean) => {
      const asked = line.ask({ number: '*6support', name: 'support', isQueue });
      await pass(200);
      await asked;
    };
    for (const isQueue of [true, false]) {
      await asks(isQueue);
      expect(shown).toMatchObject({ call: { isHeld: true }, asked: { name: 'support' } });
      line.hangUp();
      await pass(200);
      expect(shown).toMatchObject({ call: { phase: 'talking', number: '0811', isHeld: false }, asked: null });
    }
    line.hangUp();
    await pass(100);
    expect(shown).toMatchObject({ call: null, asked: null });
  });

  it('is not on hold where that was taken back before the gateway answered', async () => {
    await talks();
    const held = line.hold(true);
    expect(shown.call).toMatchObject({ isHeld: false, isHoldWanted: true });
    const resumed = line.hold(false);
    expect(shown.call).toMatchObject({ isHeld: false, isHoldWanted: false });
    await pass(200);
    await Promise.all([held, resumed]);
    expect(shown.call).toMatchObject({ isHeld: false, isHoldWanted: false });
    expect(gateway.heard.filter((first) => first.startsWith('INVITE'))).toHaveLength(2);
    expect(faults).toEqual([]);
  });

  it('ends where the gateway answers a hold that it has no such call', async () => {
    await talks();
    gateway.refuse('481 Call/Transaction Does Not Exist');
    const held = line.hold(true);
    await pass(100);
    await held;
    expect(shown.call).toBeNull();
  });

  it('is held by the gateway, and muted where that is not reached', async () => {
    await talks();
    const held = line.hold(true);
    await pass(100);
    await held;
    expect(shown.call).toMatchObject({ isHeld: true, isMuted: false });
    const resumed = line.hold(false);
    await pass(100);
    await resumed;
    expect(faults).toEqual([]);
    gateway.become('away');
    await line.hold(true);
    expect(shown.call).toMatchObject({ phase: 'talking', isHeld: false, isMuted: true });
    expect(faults).toEqual(['notHeld']);
    await line.transfer('2004');
    expect(shown.call).toMatchObject({ phase: 'talking' });
    expect(faults).toEqual(['notHeld', 'transfer']);
  });
});
