import type { Clock } from './clock.ts';
import { begin, next, type Act, type Happening, type Mood, type Ways } from './customer.ts';
import { quietly, type Phone } from './phone.ts';

type Live = Ways & {
  phone: Phone;
  clock: Clock;
  /** Writes again on another channel. */
  move: () => void;
  /** Is in no conversation any more. */
  left: () => void;
};

/** Lets a customer do what they do, on a phone, until somebody takes that into their own hands. */
export function live({ phone, clock, move, left, ...ways }: Live): void {
  const first = begin(ways);
  let { mood } = first;
  let callOff = () => {};

  function take({ mood: now, acts }: { mood: Mood; acts: Act[] }): void {
    const wasHere = isHere(mood);
    mood = now;
    for (const act of acts) perform(act);
    if (wasHere && !isHere(mood)) left();
  }

  function happens(what: Happening): void {
    callOff();
    // Whoever holds the phone answers, and decides when to leave.
    take(phone.state.isHeld ? { mood: { is: 'gone' }, acts: [] } : next(mood, what, ways));
  }

  function perform(act: Act): void {
    if (act.do === 'move') return move();
    const { afterMs } = act;
    if (act.do === 'expect') {
      callOff = clock.later(afterMs, () => happens(act.happening));
    } else if (afterMs === 0) handle(act);
    else clock.later(afterMs, () => handle(act));
  }

  function handle(act: Exclude<Act, { do: 'move' | 'expect' }>): void {
    if (!phone.state.isHeld) void quietly(doOn(phone, act));
  }

  phone.onCame(() => happens('answered'));
  take(first);
}

const isHere = ({ is }: Mood): boolean => is === 'waiting' || is === 'writing';

async function doOn(phone: Phone, act: Exclude<Act, { do: 'move' | 'expect' }>): Promise<void> {
  if (act.do === 'read') return phone.read();
  const { react, sends } = phone.line;
  if (act.do === 'react' && react) return phone.react(act.emoji);
  if (act.do === 'react') return phone.say({ kind: 'text', text: act.emoji });
  const { said } = act;
  if (sends.includes(said.kind)) return phone.say(said);
  // What a channel cannot carry is told in words, or left out.
  if (said.text) await phone.say({ kind: 'text', text: said.text });
}
