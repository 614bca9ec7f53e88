/** @module-tag full */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCutter, type Cutter } from '../../../test/telephony/ami-cutter.ts';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  startPhone,
  type Gateway,
} from '../../../test/telephony/asterisk.ts';
import { followGateway, type Desk } from '../../../test/telephony/phone-desk.ts';
import type { PhoneCall } from './calls/call.ts';

const TIMES_OUT_MS = 30_000;
const PATIENT = { timeout: 10_000 };
const A_SECOND = 1000;
/** For a call that began while nobody was connected, the gateway only tells its age in whole seconds. */
const SECONDS_ONLY = 2000;

describe.skipIf(!hasAsterisk)('a real gateway', () => {
  let gateway: Gateway;
  let cutter: Cutter;
  let desk: Desk;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    gateway = await startAsterisk();
    cutter = await startCutter(gateway.ami.port);
  }, TIMES_OUT_MS);
  afterAll(async () => {
    await cutter.close();
    await gateway.stop();
  });
  beforeEach(async () => {
    desk = followGateway({ ...gateway.ami, port: cutter.port });
    await desk.until('connected', () => desk.ups > 0 || undefined);
  });
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
    await desk.stop();
  });

  async function calls(number: string, keys = '1') {
    const caller = await startCaller({ sip: gateway.sip, number, keys });
    closing.push(() => caller.vanish());
    return caller;
  }
  async function phone(extension: string, options: Partial<Parameters<typeof startPhone>[0]> = {}) {
    const one = await startPhone({ sip: gateway.sip, extension, ...options });
    closing.push(() => one.stop());
    return one;
  }
  const callFrom = (number: string) => desk.call(({ number: theirs }) => theirs === number);
  const over = (number: string) =>
    desk.until(`${number} is over`, () => desk.call((call) => call.number === number && call.ended !== null));
  const waits = (number: string) =>
    desk.until(`${number} waits`, () => callFrom(number)?.queues.find(({ to }) => to === null));

  /** Our record of a call agrees with the gateway's own, to the second. */
  async function agrees(call: PhoneCall, mostMs = A_SECOND): Promise<void> {
    const near = (said: number | null, noted: number | undefined) =>
      expect(Math.abs((said ?? NaN) - (noted ?? NaN))).toBeLessThanOrEqual(mostMs);
    const notes = (await gateway.notes()).filter((note) => note.call === call.id);
    const at = (kind: string, fits: (note: (typeof notes)[number]) => boolean = () => true) =>
      notes.filter((note) => note.kind === kind && fits(note)).map((note) => note.at);
    near(call.began, Math.min(...at('CHAN_START')));
    near(call.ended, Math.max(...at('HANGUP')));
    for (const talk of call.talks) {
      near(talk.from, Math.max(...at('BRIDGE_ENTER')));
      near(talk.to, Math.min(...at('BRIDGE_EXIT')));
      expect(notes.find(({ id }) => id === talk.legId)?.channel).toContain(`PJSIP/${talk.extension}-`);
    }
    const waited = at('APP_START', ({ application }) => application === 'Queue');
    expect(call.queues).toHaveLength(waited.length);
    for (const [index, stay] of call.queues.entries()) near(stay.from, waited[index] ?? NaN);

    // The gateway has one record for every phone that was tried.
    const records = (await gateway.records()).filter(({ id }) => id === call.id);
    near(call.began, Math.min(...records.map(({ began }) => began)));
    near(call.ended, Math.max(...records.map(({ ended }) => ended)));
    const channels = records.flatMap(({ channel, otherChannel }) => [channel, otherChannel]);
    for (const { extension } of call.talks)
      expect(channels).toContainEqual(expect.stringContaining(`PJSIP/${extension}-`));
  }

  it('tells of a customer who goes through the menu and gives up in the queue', async () => {
    const caller = await calls('081234500001');
    await waits('081234500001');
    await caller.hangUp();
    const call = await over('081234500001');
    expect(call).toMatchObject({
      direction: 'in',
      dialled: '1500',
      answered: null,
      talks: [],
      rings: [],
      menu: { keypress: '1' },
      queues: [{ queue: 'support', outcome: 'abandoned' }],
    });
    await agrees(call);
  });

  it('tells of a customer who hangs up in the menu', async () => {
    const caller = await calls('081234500002', '');
    await desk.until('in the menu', () => callFrom('081234500002')?.menu);
    await caller.hangUp();
    const call = await over('081234500002');
    expect(call).toMatchObject({ menu: { keypress: '' }, queues: [], talks: [] });
    await agrees(call);
  });

  it('tells who rejects, who answers, and for how long they talk', async () => {
    await phone('2001', { does: 'reject' });
    await calls('081234500003');
    await desk.until('rejected', () => callFrom('081234500003')?.rings.find(hasOutcome('rejected')));
    await phone('2002', { talkMs: 2000 });
    const call = await over('081234500003');
    expect(call.queues).toMatchObject([{ queue: 'support', outcome: 'connected' }]);
    expect(call.rings.at(-1)).toMatchObject({ extension: '2002', outcome: 'connected' });
    expect(call.talks).toMatchObject([{ extension: '2002', from: call.answered }]);
    await agrees(call);
  });

  it('has a customer wait in their queue again who was transferred to somebody who does not answer', async () => {
    const number = '081234500010';
    await phone('2001', { talkMs: 60_000 });
    await phone('2004', { does: 'reject' });
    const caller = await calls(number);
    await desk.until('they talk', () => callFrom(number)?.talks.find(({ to }) => to === null));
    const own = callFrom(number)?.phones.find(({ extension }) => extension === '2001');
    const target = { Context: 'from-internal', Exten: '2004' };
    await desk.ask({ Action: 'BlindTransfer', Channel: own?.channel, ...target });
    await desk.until('they wait again', () => callFrom(number)?.queues[1]);
    expect(callFrom(number)).toMatchObject({
      ended: null,
      queues: [{ queue: 'support', outcome: 'connected' }, { queue: 'support' }],
      transfers: [{ isAttended: false, to: '2004' }],
    });
    await caller.hangUp();
    await over(number);
  });

  it('tells of a call that it was told to make', async () => {
    await phone('2001');
    const outside = await startPhone({ sip: gateway.sip, port: gateway.ports.carrier, talkMs: 1500 });
    closing.push(() => outside.stop());
    await desk.ask({
      Action: 'Originate',
      Channel: 'PJSIP/2001',
      Async: 'true',
      CallerID: '2001',
      Context: 'from-internal',
      Exten: '081234500004',
      Priority: '1',
    });
    const call = await over('081234500004');
    expect(call).toMatchObject({ direction: 'out', queues: [], talks: [{ extension: '2001' }] });
    await agrees(call);
  });

  it('is found again after the line to it was cut, with who waited all the time', async () => {
    const caller = await calls('081234500005');
    await waits('081234500005');
    const { downs, ups } = desk;
    cutter.cut();
    await desk.until('down', () => (desk.downs > downs ? desk.fault() : undefined));
    await expect(desk.ask({ Action: 'Ping' })).rejects.toMatchObject({ errorCode: 'unreachable' });
    cutter.mend();
    await desk.until('up again', () => desk.ups > ups || undefined);
    const channels = (await desk.channels()) ?? [];
    expect(channels.map((one) => one.get('CallerIDNum'))).toContain('081234500005');
    await caller.hangUp();
    const call = await over('081234500005');
    expect(call.queues).toMatchObject([{ queue: 'support', outcome: 'abandoned' }]);
    await agrees(call);
  });

  it('is asked, after the line was cut, who has gone meanwhile, and who has come', async () => {
    const gone = await calls('081234500008');
    await waits('081234500008');
    const { ups } = desk;
    cutter.cut();
    const cutAt = Date.now();
    await gone.hangUp();
    const here = await calls('081234500009');
    await expect.poll(() => gateway.cli('queue show support'), PATIENT).toMatch(/1\. PJSIP\/trunk-/);
    cutter.mend();
    await desk.until('up again', () => desk.ups > ups || undefined);
    const left = await over('081234500008');
    expect(left.queues).toMatchObject([{ outcome: 'abandoned' }]);
    expect(left.ended).toBeGreaterThanOrEqual(cutAt);
    await waits('081234500009');
    await here.hangUp();
    await agrees(await over('081234500009'), SECONDS_ONLY);
  });

  it('does not let in whoever has a wrong secret', async () => {
    const stranger = followGateway({ ...gateway.ami, secret: `${gateway.ami.secret}x` });
    closing.push(() => stranger.stop());
    const fault = await stranger.until('refused', () => stranger.fault());
    expect(fault).toMatchObject({ errorCode: 'refused' });
    expect(stranger.ups).toBe(0);
    await expect(stranger.ask({ Action: 'Ping' })).rejects.toMatchObject({ errorCode: 'refused' });
  });

  it('makes no step of its dial plan of what a caller has for a number', async () => {
    await calls('0812%22)%3AAGI(x%2Cy)');
    const receivedEvents = async () => {
      const [channel = ''] = (await gateway.cli('core show channels concise')).split('!');
      return gateway.cli(`core show channel ${channel.trim()}`);
    };
    await expect.poll(receivedEvents, PATIENT).toMatch(/^CUSTOMER_NUMBER=0812$/m);
  });

  it('is found again after it was killed in the middle of a call, which is over then', async () => {
    await calls('081234500006');
    await waits('081234500006');
    const { ups } = desk;
    const killedAt = Date.now();
    await gateway.kill();
    await gateway.boot();
    await desk.until('up again', () => desk.ups > ups || undefined);
    const lost = await over('081234500006');
    expect(Math.abs((lost.ended ?? 0) - killedAt)).toBeLessThanOrEqual(A_SECOND);
    expect(lost.queues).toMatchObject([{ outcome: 'abandoned' }]);
    expect(await desk.channels()).toEqual([]);
    const next = await calls('081234500007');
    await waits('081234500007');
    await next.hangUp();
    await agrees(await over('081234500007'));
  });
});

const hasOutcome =
  (outcome: string) =>
  (ring: { outcome: string }): boolean =>
    ring.outcome === outcome;
