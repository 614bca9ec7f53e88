import { expect, it } from 'vitest';
import { createSeededRandom } from '../customers/seeded-random.ts';
import { fakeClock } from '../fake-clock.ts';
import { runAgent } from './agent.ts';
import type { AgentDesk, AgentTicket } from './agent-desk.ts';
import { ANSWERS, languageOf } from './answers.ts';

const ways = {
  take_seconds: { from: 3, to: 3 },
  answer_seconds: { from: 10, to: 10 },
  answers: { from: 2, to: 2 },
  work_minutes: { from: 30, to: 30 },
  break_minutes: { from: 5, to: 5 },
};

/** A desk with one customer, who asks again after each reply but the last. */
function deskOf(question: string) {
  const did: string[] = [];
  let offers = [1];
  const ticket: AgentTicket = { id: 11, version: 1, waiting_since: '2026-11-01', last_message: question };
  // An older ticket of the same agent, whose customer never replies.
  const old: AgentTicket = { ...ticket, id: 10 };
  let own = [old];
  const does = (what: string) => {
    did.push(what);
    return Promise.resolve();
  };
  const desk: AgentDesk = {
    breakReasonIds: [4],
    goReady: () => does('ready'),
    goOnBreak: (reason) => does(`break ${reason}`),
    offers: () => Promise.resolve(offers),
    accept(id) {
      offers = [];
      own = [ticket, old];
      return does(`accept ${id}`).then(() => ticket);
    },
    openTickets: () => Promise.resolve(own),
    reply(id, text) {
      const replies = did.filter((what) => what.startsWith('reply')).length;
      ticket.waiting_since = replies === 0 ? '2026-11-01' : null;
      return does(`reply ${id} ${text}`);
    },
    solve({ id }) {
      own = [old];
      return does(`solve ${id}`);
    },
    close() {},
  };
  return { desk, did, giveAway: () => void (own = [old]) };
}

it('an agent takes what is offered, answers in the customer’s language, solves, and goes on breaks', async () => {
  const { desk, did } = deskOf('Pesanan saya belum sampai');
  const { clock, pass } = fakeClock();
  runAgent({ desk, clock, dice: createSeededRandom('1'), ways });
  await pass(4000);
  expect(did).toEqual(['ready']);
  await pass(2000);
  expect(did).toEqual(['ready', 'accept 1']);
  await pass(60_000);
  expect(did.map((what) => what.split(' ')[0])).toEqual(['ready', 'accept', 'reply', 'reply', 'solve']);
  const said = did.filter((what) => what.startsWith('reply')).map((what) => what.replace('reply 11 ', ''));
  expect(ANSWERS.id.more).toContain(said[0]);
  expect(ANSWERS.id.last).toContain(said[1]);
  await pass(30 * 60_000);
  expect(did.at(-1)).toBe('break 4');
  await pass(5 * 60_000);
  expect(did.at(-1)).toBe('ready');
});

it('what was given to somebody else is left alone', async () => {
  const { desk, did, giveAway } = deskOf('Where is my parcel?');
  const { clock, pass } = fakeClock();
  runAgent({ desk, clock, dice: createSeededRandom('1'), ways });
  await pass(7000);
  giveAway();
  await pass(60_000);
  expect(did).toEqual(['ready', 'accept 1']);
});

it('the desk’s faults are lived through', async () => {
  const { desk, did } = deskOf('Where is my parcel?');
  const offers = desk.offers;
  let faults = 3;
  desk.offers = () => (faults-- > 0 ? Promise.reject(new Error('502')) : offers());
  const { clock, pass } = fakeClock();
  runAgent({ desk, clock, dice: createSeededRandom('1'), ways });
  await pass(20_000);
  expect(did).toContain('accept 1');
});

it.each([
  ['Where is my parcel?', 'en'],
  ['Paket saya di mana ya?', 'id'],
])('"%s" is answered in %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});
