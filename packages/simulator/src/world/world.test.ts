import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KINDS, type ReceivedMessage, type CustomerAccount, type CustomerMessage } from '../lines/line.ts';
import { fakeClock } from '../fake-clock.ts';
import { CHANNELS, readScenario, type SimulatedChannel } from './scenario.ts';
import type { WorldPageEvent } from './view.ts';
import { createWorld, type PhoneOwner } from './world.ts';

const MINUTE = 60_000;
const everyday = JSON.parse(
  fs.readFileSync(new URL('../../scenarios/everyday.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;

type Sent = { channel: SimulatedChannel; name: string; number: string; said: CustomerMessage };

/** A world whose accounts only record what is sent. */
function worldOf(more: object) {
  const { clock, pass } = fakeClock();
  const sent: Sent[] = [];
  const told: string[] = [];
  const hear = new Map<string, (came: ReceivedMessage) => void>();
  const net = { takes: true };
  function openLine(channel: SimulatedChannel, { name, number, pageId }: PhoneOwner): CustomerAccount {
    const isPage = channel === 'messenger' || channel === 'instagram';
    const address = isPage ? pageId : number;
    return {
      channel,
      address,
      sends: [...KINDS],
      send(said) {
        if (!net.takes) return Promise.reject(new Error('nobody there'));
        return Promise.resolve(`m${sent.push({ channel, name, number, said })}`);
      },
      edit: (id, text) => Promise.resolve(told.push(`edit ${id}: ${text}`)),
      takeBack: (id) => Promise.resolve(told.push(`take back ${id}`)),
      delivered: (id) => Promise.resolve(told.push(`delivered ${id}`)),
      read: (id) => Promise.resolve(told.push(`read ${id}`)),
      react: (id, emoji) => Promise.resolve(told.push(`${emoji} ${id}`)),
      listen: (to) => void hear.set(`${channel} ${address}`, to),
    };
  }
  const scenario = readScenario(JSON.stringify({ ...everyday, ...more }));
  const world = createWorld({ scenario, clock, openLine, keep: () => 'a picture' });
  const answer = ({ channel, number }: Sent, id: string, more: Partial<ReceivedMessage> = {}) =>
    hear.get(`${channel} ${number}`)?.({ id, text: 'We look into it.', ...more });
  return { world, pass, sent, told, answer, net };
}

const ALONE = {
  arrivals_a_minute: 1,
  at_once: 1,
  channels: { whatsapp: 1 },
  chances: {},
  languages: { en: 1 },
  patience_seconds: { from: 60, to: 60 },
  questions: { from: 1, to: 1 },
};

describe('customers', () => {
  it('come in the same order with the same first words for the same seed, and otherwise for another', async () => {
    async function firstWords(seed: string): Promise<string[]> {
      const { world, pass, sent } = worldOf({ seed, arrivals_a_minute: 20, at_once: 2000 });
      world.start();
      await pass(10 * MINUTE);
      const first = new Map<string, string>();
      for (const { channel, number, name, said } of sent)
        if (!first.has(number)) first.set(number, `${channel} ${name}: ${said.text}`);
      return [...first.values()];
    }
    const one = await firstWords('coffee');
    expect(one.length).toBeGreaterThan(100);
    expect(await firstWords('coffee')).toEqual(one);
    expect(await firstWords('tea')).not.toEqual(one);
    for (const channel of CHANNELS.filter((one) => one !== 'operator' && one !== 'form'))
      expect(one.filter((words) => words.startsWith(channel)).length).toBeGreaterThan(5);
  });

  it('read an answer, ask what they still wonder, thank and leave', async () => {
    const { world, pass, sent, told, answer } = worldOf(ALONE);
    world.start();
    while (sent.length === 0) await pass(1000);
    const [question] = sent;
    if (!question) throw new Error('nobody wrote');
    await pass(5000);
    answer(question, 'a1');
    await pass(30_000);
    expect(told).toEqual(['delivered a1', 'read a1']);
    expect(sent).toHaveLength(2);
    answer(question, 'a2');
    await pass(30_000);
    expect(sent[2]?.said.text).toMatch(/thank/i);
    const { entries } = world.phone('1')?.view() ?? { entries: [] };
    expect(entries.map(({ from }) => from)).toEqual([
      'customer',
      'company',
      'customer',
      'company',
      'customer',
    ]);
  });

  it('take nothing for an answer that came faster than anybody types, or says itself that it is automatic', async () => {
    const { world, pass, sent, told, answer } = worldOf(ALONE);
    world.start();
    while (sent.length === 0) await pass(500);
    const [question] = sent;
    if (!question) throw new Error('nobody wrote');
    answer(question, 'at once');
    await pass(10_000);
    answer(question, 'by a machine', { isAutomatic: true });
    await pass(40_000);
    expect(told).toEqual([
      'delivered at once',
      'read at once',
      'delivered by a machine',
      'read by a machine',
    ]);
    expect(sent).toHaveLength(1);
    // The customer is as impatient as before the automatic message: asks again, and gets a reply.
    await pass(15_000);
    expect(sent).toHaveLength(2);
    answer(question, 'by a person');
    await pass(30_000);
    expect(sent).toHaveLength(3);
  });

  it('ask whether anybody is there, and write again on another channel with the same number', async () => {
    const impatient = { ...ALONE, channels: { whatsapp: 1000, sms: 0.001 }, chances: { changes_channel: 1 } };
    const { world, pass, sent } = worldOf(impatient);
    world.start();
    while (sent.length === 0) await pass(1000);
    const [question] = sent;
    await pass(3.5 * MINUTE);
    const own = sent.filter(({ number }) => number === question?.number);
    expect(own.slice(0, 4).map(({ channel }) => channel)).toEqual([
      'whatsapp',
      'whatsapp',
      'whatsapp',
      'sms',
    ]);
    expect(own[3]?.said.text).toBe(
      `I wrote to you on WhatsApp already and nobody answered: ${question?.said.text}`,
    );
  });

  it('do what their scenario has them do besides writing, the same for the same seed', async () => {
    const habits = ['voice', 'story_mention', 'odd', 'referral', 'quotes', 'edits', 'takes_back'];
    const all = [...habits, 'reaction', 'takes_reaction_back'].map((habit) => [habit, 1]);
    const { world, pass, sent, told, answer } = worldOf({ ...ALONE, chances: Object.fromEntries(all) });
    world.start();
    while (sent.length === 0) await pass(1000);
    const [question] = sent;
    if (!question) throw new Error('nobody wrote');
    expect(question.said.isReferred).toBe(true);
    await pass(15_000);
    expect(sent.map(({ said }) => said.kind).toSorted()).toEqual([
      'odd',
      'story_mention',
      'text',
      'text',
      'voice',
    ]);
    const slip = sent.findIndex(({ said }) => said.text.startsWith('Mum')) + 1;
    expect(told.toSorted()).toEqual([
      `edit m1: ${question.said.text} (It was last Tuesday, to be exact.)`,
      `take back m${slip}`,
    ]);
    const { entries } = world.phone('1')?.view() ?? { entries: [] };
    expect(
      entries
        .map(({ change }) => change)
        .filter(Boolean)
        .toSorted(),
    ).toEqual(['edited', 'taken back']);
    answer(question, 'a1');
    await pass(30_000);
    expect(sent.at(-1)?.said.quotes).toBe('a1');
    answer(question, 'a2');
    await pass(40_000);
    expect(told.slice(-2).map((one) => one.slice(-3))).toEqual([' a2', ' a2']);
    expect(told.at(-1)).toBe(' a2');
  });

  it('stop doing things by themselves once somebody holds their phone, and others come', async () => {
    const { world, pass, sent, answer } = worldOf(ALONE);
    world.start();
    while (sent.length === 0) await pass(1000);
    const [question] = sent;
    if (!question) throw new Error('nobody wrote');
    world.phone('1')?.hold();
    answer(question, 'a1');
    await pass(5 * MINUTE);
    expect(sent.filter(({ number }) => number === question.number)).toEqual([question]);
    expect(new Set(sent.map(({ number }) => number)).size).toBeGreaterThan(1);
  });
});

describe('a phone', () => {
  it('without a line gets and sends nothing, and all of it in order once it has one', async () => {
    const { world, pass, sent, told, answer } = worldOf({ ...ALONE, arrivals_a_minute: 0 });
    const phone = world.addPhone('whatsapp', 'Rina');
    await phone.setOnline(false);
    await phone.say({ kind: 'text', text: 'one' });
    await phone.say({ kind: 'text', text: 'two' });
    answer(
      { channel: 'whatsapp', name: 'Rina', number: phone.line.address, said: { kind: 'text', text: '' } },
      'a1',
    );
    await pass(5000);
    await phone.read();
    expect([...sent, ...told]).toEqual([]);
    await phone.setOnline(true);
    expect(told).toEqual(['delivered a1']);
    expect(sent.map(({ said }) => said.text)).toEqual(['one', 'two']);
    await phone.read();
    expect(told).toEqual(['delivered a1', 'read a1']);
    expect(phone.view().entries.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'read']);
  });

  it('says what was not taken', async () => {
    const { world, net } = worldOf({ ...ALONE, arrivals_a_minute: 0 });
    const phone = world.addPhone('whatsapp', 'Rina');
    net.takes = false;
    await phone.say({ kind: 'text', text: 'one' });
    expect(phone.view().entries[0]?.state).toBe('failed');
  });

  it('is there again the next time, and only then shown when something comes', async () => {
    const { world } = worldOf({ ...ALONE, arrivals_a_minute: 0 });
    world.addPhone('messenger', 'Rina');
    const later = worldOf({ ...ALONE, arrivals_a_minute: 0 }).world;
    later.restore(world.known());
    const seen: WorldPageEvent[] = [];
    later.watch('', (event) => seen.push(event));
    expect(seen).toMatchObject([{ is: 'all', phones: [] }]);
    await later.phone('1')?.say({ kind: 'text', text: 'Me again' });
    expect(seen.at(-1)).toMatchObject({ is: 'phone', phone: { name: 'Rina', channel: 'messenger' } });
    expect(later.known()).toMatchObject([{ name: 'Rina', pageId: world.known()[0]?.pageId }]);
  });
});
