import type { WorldClock } from './clock.ts';
import {
  firstCustomerStep,
  nextCustomerStep,
  type CustomerAction,
  type CustomerEvent,
  type CustomerState,
  type CustomerTraits,
} from '../customers/customer.ts';
import { ignoreErrors, type CustomerPhone } from '../customers/phone.ts';

type Live = CustomerTraits & {
  phone: CustomerPhone;
  clock: WorldClock;
  /** Makes the customer write again on another channel. */
  move: () => void;
  /** Called when the customer's conversation has ended. */
  left: () => void;
};

const GLANCE_MS = 2000;

/** Runs a customer's behaviour on a phone, until a person takes over the phone. */
export function runCustomer({ phone, clock, move, left, ...ways }: Live): void {
  const first = firstCustomerStep(ways);
  let { mood } = first;
  let callOff = () => {};

  function applyStep({ mood: now, acts }: { mood: CustomerState; acts: CustomerAction[] }): void {
    const wasHere = isHere(mood);
    mood = now;
    for (const act of acts) perform(act);
    if (wasHere && !isHere(mood)) left();
  }

  function happens(what: CustomerEvent): void {
    callOff();
    // A person who holds the phone replies and leaves by their own decision.
    applyStep(phone.state.isHeld ? { mood: { is: 'gone' }, acts: [] } : nextCustomerStep(mood, what, ways));
  }

  function perform(act: CustomerAction): void {
    if (act.do === 'move') return move();
    const { afterMs } = act;
    if (act.do === 'expect') {
      callOff = clock.later(afterMs, () => happens(act.happening));
    } else if (afterMs === 0) handle(act);
    else clock.later(afterMs, () => handle(act));
  }

  function handle(act: Done): void {
    if (!phone.state.isHeld) void ignoreErrors(doOn(phone, act));
  }

  phone.onCame(({ isByMachine }) => {
    // An automatic message is read, but the customer goes on waiting for a reply.
    if (isByMachine) perform({ do: 'read', afterMs: GLANCE_MS });
    else happens('answered');
  });
  applyStep(first);
}

const isHere = ({ is }: CustomerState): boolean => is === 'waiting' || is === 'writing';

type Done = Exclude<CustomerAction, { do: 'move' | 'expect' }>;

async function doOn(phone: CustomerPhone, act: Done): Promise<void> {
  if (act.do === 'read') return phone.read();
  if (act.do === 'edit') return phone.edit(act.of, act.text);
  if (act.do === 'take back') return phone.takeBack(act.of);
  if (act.do === 'say') return sendText(phone, act);
  if (phone.line.react) return phone.react(act.emoji);
  if (act.emoji) await phone.say({ kind: 'text', text: act.emoji });
}

async function sendText(
  phone: CustomerPhone,
  { said, isAnswer }: Extract<Done, { do: 'say' }>,
): Promise<void> {
  const quotes = isAnswer === true ? phone.lastCame() : undefined;
  if (phone.line.sends.includes(said.kind))
    return phone.say({ ...said, ...(quotes !== undefined && { quotes }) });
  // What the channel does not support is sent as text, or left out.
  if (said.text) await phone.say({ kind: 'text', text: said.text });
}
