import type { SeededRandom, NumberRange } from '../customers/seeded-random.ts';
import { ignoreErrors } from '../customers/phone.ts';
import type { WorldClock } from '../world/clock.ts';
import type { Scenario } from '../world/scenario.ts';
import type { AgentDesk, AgentTicket } from './agent-desk.ts';
import { ANSWERS, languageOf } from './answers.ts';

type Deps = {
  desk: AgentDesk;
  clock: WorldClock;
  dice: SeededRandom;
  ways: Scenario['agents'];
};
/** `left`: how many replies the agent still writes to this customer. `isBusy`: a reply or the solving is under way. */
type AgentState = { left: number; isBusy: boolean };

const LOOK_EVERY_MS = 2000;
const SECOND = 1000;
const MINUTE = 60_000;

/** Simulates an agent: accepts offered conversations, replies, solves, and goes on breaks. */
export function runAgent({ desk, clock, dice, ways }: Deps): void {
  const offered = new Set<number>();
  // Only tickets that this agent accepted: their other ones, such as those of the demo workspace, have customers who never reply.
  const tickets = new Map<number, AgentState>();
  const after = (range: NumberRange, unit: number, act: () => Promise<unknown>) =>
    clock.later(dice.between(range) * unit, () => void ignoreErrors(act()));

  async function poll(): Promise<void> {
    for (const id of await desk.offers())
      if (!offered.has(id)) {
        offered.add(id);
        after(ways.take_seconds, SECOND, () => takeConversation(id));
      }
    if (tickets.size > 0) for (const ticket of await desk.openTickets()) handleTicket(ticket);
  }

  async function takeConversation(conversationId: number): Promise<void> {
    try {
      const { id } = await desk.accept(conversationId);
      tickets.set(id, { left: dice.whole(ways.answers), isBusy: false });
    } finally {
      // The same conversation may be offered to this agent again.
      offered.delete(conversationId);
    }
  }

  function handleTicket(ticket: AgentTicket): void {
    const own = tickets.get(ticket.id);
    if (!own || own.isBusy) return;
    if (ticket.waiting_since !== null) answer(ticket, own);
    else if (own.left <= 0) afterPause(own, () => solveIfQuiet(ticket.id));
  }

  function answer({ id, last_message: asked }: AgentTicket, own: AgentState): void {
    own.left -= 1;
    const words = ANSWERS[languageOf(asked)];
    const text = dice.pick(own.left <= 0 ? words.last : words.more);
    afterPause(own, async () => {
      // The ticket may belong to another agent by now.
      const ticket = await mine(id);
      if (typeof ticket?.waiting_since === 'string') await desk.reply(id, text);
    });
  }

  async function solveIfQuiet(id: number): Promise<void> {
    const ticket = await mine(id);
    if (ticket?.waiting_since === null) await desk.solve(ticket);
  }

  const mine = async (id: number) => (await desk.openTickets()).find((one) => one.id === id);

  function afterPause(own: AgentState, act: () => Promise<unknown>): void {
    own.isBusy = true;
    after(ways.answer_seconds, SECOND, () => act().finally(() => (own.isBusy = false)));
  }

  function pollAgain(): void {
    clock.later(LOOK_EVERY_MS, () => void ignoreErrors(poll()).then(pollAgain));
  }

  function workOn(): void {
    const reason = desk.breakReasonIds.length > 0 ? dice.pick(desk.breakReasonIds) : undefined;
    if (reason === undefined) return;
    after(ways.work_minutes, MINUTE, () => desk.goOnBreak(reason).finally(rest));
  }

  function rest(): void {
    after(ways.break_minutes, MINUTE, () => desk.goReady().finally(workOn));
  }

  void ignoreErrors(desk.goReady()).then(workOn);
  pollAgain();
}
