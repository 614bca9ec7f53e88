import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { blocksOf, eventsOf, startAmi, transcripts } from '../../../../test/telephony/ami.ts';
import type { AmiError } from './errors.ts';
import { createGateway } from './gateway.ts';
import { createReader, readMessage, writeAction, type AmiMessage } from './message.ts';

const log = pino({ level: 'silent' });

describe('what comes over the line', () => {
  const GREETING = 'Asterisk Call Manager/11.0.0\r\n';

  function readIn(pieces: readonly string[]): AmiMessage[] {
    const read: AmiMessage[] = [];
    const take = createReader(
      (message) => read.push(message),
      () => undefined,
    );
    for (const piece of pieces) take(piece);
    return read;
  }
  const cut = (text: string, size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];

  it.each(transcripts())('is the same messages in whatever pieces: %s', (name) => {
    const blocks = blocksOf(name);
    const text = GREETING + blocks.map((block) => `${block}\r\n\r\n`).join('');
    const whole = readIn([text]);
    expect(whole.map((message) => message.get('Event') ?? message.get('Response'))).toEqual(
      blocks.map((block) => /^(?:Event|Response): (.*?)\r?$/m.exec(block)?.[1]),
    );
    for (const size of [1, 7, 1400]) expect(readIn(cut(text, size))).toHaveLength(whole.length);
  });

  it('keeps keys that repeat, colons in values, and values of nothing', () => {
    const message = readMessage(
      'Event: Hangup\r\nChanVariable: CALL_ID=1\r\nChanVariable: IVR_KEYPRESS=2\r\nCause-txt: a: b\r\nConnectedLineNum:\r\nPausedReason: ',
    );
    expect(message.all('ChanVariable')).toEqual(['CALL_ID=1', 'IVR_KEYPRESS=2']);
    expect(message.get('Cause-txt')).toBe('a: b');
    expect(message.get('ConnectedLineNum')).toBe('');
    expect(message.get('PausedReason')).toBe('');
    expect(message.get('Uniqueid')).toBeUndefined();
  });

  it('leaves out what is garbled, and goes on with what comes next', () => {
    const [first, second] = readIn([
      `${GREETING}\r\nEvent: Hangup\r\nUni\r\n: 3\r\n\u0000\r\nCause: 16\r\n\r\n\r\nEvent: Hold\r\n\r\n`,
    ]);
    expect([first?.get('Event'), first?.get('Cause'), second?.get('Event')]).toEqual([
      'Hangup',
      '16',
      'Hold',
    ]);
  });

  it('is refused where it has no end', () => {
    expect(() => readIn([GREETING, 'x'.repeat(2 ** 20 + 1)])).toThrow(RangeError);
  });
});

describe('what is asked', () => {
  it('is lines that no value can add one to', () => {
    const text = writeAction(
      {
        Action: 'Originate',
        CallerID: 'A\r\nAction: Command\r\n\r\nCommand: x\u2028y',
        Variable: ['a=1', 'b=2'],
        Exten: undefined,
      },
      'id-1',
    );
    expect(text).toBe(
      'Action: Originate\r\nCallerID: A Action: Command Command: x y\r\nVariable: a=1\r\nVariable: b=2\r\nActionID: id-1\r\n\r\n',
    );
  });
});

describe('a gateway', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function connect(own: Parameters<typeof startAmi>[0] & { as?: string } = {}) {
    const stand = await startAmi(own);
    ends.push(stand.close);
    const events: string[] = [];
    const downs: AmiError[] = [];
    let ups = 0;
    const gateway = createGateway({
      address: { ...stand.address, secret: own.as ?? stand.address.secret },
      onEvent: (event) => void events.push(event.get('Event') ?? ''),
      onUp: () => {
        ups += 1;
        return Promise.resolve();
      },
      onDown: (error) => void downs.push(error),
      log,
    });
    ends.push(gateway.stop);
    return { stand, gateway, events, downs, ups: () => ups };
  }

  it('tells what happens in its order', async () => {
    const { stand, events, ups } = await connect();
    await expect.poll(ups).toBe(1);
    const told = eventsOf('01-inbound-answer-agent-hangs-up');
    stand.say(...told);
    const names = told.map((block) => /^Event: (.*?)\r?$/m.exec(block)?.[1]);
    await expect
      .poll(() => events.filter((name) => name !== 'FullyBooted').length)
      .toBe(names.filter((name) => name !== 'FullyBooted').length);
    expect(events.slice(1)).toEqual(names);
  });

  it('reads letters of several bytes whole, wherever the line cuts them', async () => {
    const names: string[] = [];
    const stand = await startAmi();
    ends.push(stand.close);
    let ups = 0;
    const gateway = createGateway({
      address: stand.address,
      onEvent: (event) => void names.push(event.get('CallerIDName') ?? ''),
      onUp: async () => void (ups += 1),
      onDown: () => undefined,
      log,
    });
    ends.push(gateway.stop);
    await expect.poll(() => ups).toBe(1);
    // Longer than one chunk of a connection, with three bytes for each character.
    const name = '€'.repeat(100_000);
    stand.say(`Event: Newchannel\r\nCallerIDName: ${name}`);
    await expect.poll(() => names.at(-1)?.length).toBe(name.length);
    expect(names.at(-1) === name).toBe(true);
  });

  it('answers each question with its own answer, and gives the entries of a list', async () => {
    const { gateway, events, ups } = await connect({
      answer: (action) =>
        action.get('Action') === 'QueueStatus'
          ? [
              'Response: Success\r\nActionID: ?\r\nEventList: start\r\nMessage: Queue status will follow',
              'Event: QueueParams\r\nQueue: support\r\nActionID: ?',
              'Event: Hold\r\nUniqueid: 1',
              'Event: QueueMember\r\nQueue: support\r\nName: 2001\r\nActionID: ?',
              'Event: QueueStatusComplete\r\nActionID: ?\r\nEventList: Complete\r\nListItems: 2',
            ]
          : undefined,
    });
    await expect.poll(ups).toBe(1);
    const [entries, one] = await Promise.all([
      gateway.list({ Action: 'QueueStatus' }),
      gateway.ask({ Action: 'CoreStatus' }),
    ]);
    expect(entries.map((entry) => entry.get('Event'))).toEqual(['QueueParams', 'QueueMember']);
    expect(one.get('Message')).toBe('Done');
    expect(events).toEqual(['FullyBooted', 'Hold']);
  });

  it('tells how a call that it was asked to make went, though that looks like an answer', async () => {
    const outcome = 'Event: OriginateResponse\r\nResponse: Failure\r\nActionID: ?\r\nReason: 3';
    const { gateway, events, ups } = await connect({
      // Some calls end before the gateway has confirmed that it will try.
      answer: () => [outcome, 'Response: Success\r\nActionID: ?', outcome],
    });
    await expect.poll(ups).toBe(1);
    const answer = await gateway.ask({ Action: 'Originate', Async: 'true' });
    expect(answer.get('Response')).toBe('Success');
    await expect
      .poll(() => events.filter((name) => name === 'OriginateResponse'))
      .toEqual(['OriginateResponse', 'OriginateResponse']);
  });

  it('takes nothing for its own that another connection has caused', async () => {
    const own = { answer: () => [] };
    const [here, there] = [await connect(own), await connect(own)];
    await expect.poll(() => here.ups() + there.ups()).toBe(2);
    const asked = async ({ gateway, stand }: typeof here, id?: string) => {
      const before = stand.asked.length;
      void gateway.list({ Action: 'QueueStatus', ...(id && { ActionID: id }) }).catch(() => undefined);
      await expect.poll(() => stand.asked.length).toBe(before + 1);
      return stand.asked.at(-1)?.get('ActionID') ?? '';
    };
    const theirs = await asked(there);
    expect(await asked(here)).not.toBe(theirs);
    here.stand.say(`Event: Newchannel\r\nActionID: ${theirs}\r\nUniqueid: 1`);
    await expect.poll(() => here.events).toContain('Newchannel');
    // An ActionID that the caller has set is kept: later events about the call carry it.
    expect(await asked(here, 'mine')).toBe('mine');
  });

  it('says what it refuses', async () => {
    const { gateway, ups } = await connect({
      answer: () => ['Response: Error\r\nActionID: ?\r\nMessage: No such channel'],
    });
    await expect.poll(ups).toBe(1);
    await expect(gateway.ask({ Action: 'Hangup' })).rejects.toMatchObject({
      errorCode: 'failed',
      message: 'No such channel',
    });
  });

  it('comes back when the line breaks; what was asked meanwhile is not known to be done', async () => {
    const { stand, gateway, downs, ups } = await connect({ answer: () => [] });
    await expect.poll(ups).toBe(1);
    const asked = gateway.ask({ Action: 'Originate' });
    await expect.poll(() => stand.asked.some((action) => action.get('Action') === 'Originate')).toBe(true);
    stand.cut();
    await expect(asked).rejects.toMatchObject({ errorCode: 'lost' });
    await expect.poll(() => downs.length).toBe(1);
    await expect.poll(ups, { timeout: 5000 }).toBe(2);
  });

  it('says that it does not take our name or secret', async () => {
    const { gateway, downs } = await connect({ as: 'wrong' });
    await expect.poll(() => downs.map(({ errorCode }) => errorCode)).toEqual(['refused']);
    await expect(gateway.ask({ Action: 'Ping' })).rejects.toMatchObject({ errorCode: 'refused' });
  });

  it('says that it cannot be reached', async () => {
    const { stand, gateway, downs } = await connect();
    await stand.close();
    await expect.poll(() => downs.at(-1)?.errorCode, { timeout: 5000 }).toBe('unreachable');
    await expect(gateway.ask({ Action: 'Ping' })).rejects.toMatchObject({ errorCode: 'unreachable' });
  });
});
