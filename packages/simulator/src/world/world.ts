import type { WorldClock } from './clock.ts';
import { repeatedQuestionOf } from '../customers/customer.ts';
import { createSeededRandom } from '../customers/seeded-random.ts';
import type { CustomerAccount, Photo } from '../lines/line.ts';
import { runCustomer } from './run-customer.ts';
import { nextPerson, type SimulatedCustomer } from '../customers/people.ts';
import { createPhone, type CustomerPhone } from '../customers/phone.ts';
import { CHANNELS, type SimulatedChannel, type Language, type Scenario } from './scenario.ts';
import type { WorldPageEvent } from './view.ts';

/** The owner of a phone. `number` and `pageId`: their identities on the channels. */
export type PhoneOwner = { name: string; language: Language; number: string; pageId: string };
/** A phone from the previous run. */
export type KnownPhone = PhoneOwner & { channel: SimulatedChannel; wroteAt: number };
export type World = ReturnType<typeof createWorld>;

type Deps = {
  scenario: Scenario;
  clock: WorldClock;
  /** The channels that are available. */
  channels?: readonly SimulatedChannel[];
  openLine: (channel: SimulatedChannel, owner: PhoneOwner, wroteAt: number) => CustomerAccount;
  keep: (photo: Photo) => string;
  /** Saves the state for the next start. */
  remember?: () => void;
};

/** The highest number of phones, because a simulation may run for days. */
const MOST_PHONES = 300;

/** The simulated customers and their phones. */
export function createWorld({
  scenario,
  clock,
  channels = CHANNELS,
  openLine,
  keep,
  remember = () => {},
}: Deps) {
  const dice = createSeededRandom(scenario.seed);
  const byHand = createSeededRandom(`${scenario.seed}, by hand, ${clock.now()}`);
  const phones = new Map<string, CustomerPhone>();
  const owners = new Map<CustomerPhone, PhoneOwner>();
  const watchers = new Set<(event: WorldPageEvent) => void>();
  const count = { phones: 0, people: 0, here: 0 };
  const emitEvent = (event: WorldPageEvent) => {
    for (const watch of watchers) watch(event);
  };

  /** Returns the phone of this account, which is created when it is first needed. */
  function phoneOf(channel: SimulatedChannel, owner: PhoneOwner, wroteAt = 0): CustomerPhone {
    const line = openLine(channel, owner, wroteAt);
    const known = [...phones.values()].find(
      ({ line: { channel: of, address } }) => of === channel && address === line.address,
    );
    if (known) return known;
    const id = String(++count.phones);
    const phone = createPhone({ id, name: owner.name, line }, { clock, keep, changed });
    phone.state.wroteAt = wroteAt;
    phones.set(id, phone);
    owners.set(phone, owner);
    if (phones.size > MOST_PHONES) forgetOldest();
    return phone;
  }

  function changed(phone: CustomerPhone): void {
    remember();
    if (isShown(phone)) emitEvent({ is: 'phone', phone: phone.view() });
  }

  function forgetOldest(): void {
    const oldest = [...phones.values()].find(({ state }) => !state.isHeld);
    if (!oldest) return;
    phones.delete(oldest.id);
    owners.delete(oldest);
    emitEvent({ is: 'gone', id: oldest.id });
  }

  function startCustomer(person: SimulatedCustomer): void {
    count.here += 1;
    const ways = { person, dice: createSeededRandom(`${scenario.seed}/${++count.people}`) };
    const left = () => (count.here -= 1);
    const move = () => {
      if (!person.otherChannel) return;
      const again = { channel: person.otherChannel, otherChannel: undefined, shows: undefined };
      startCustomer({ ...person, ...again, question: repeatedQuestionOf(person) });
    };
    const thinking = scenario.thinking_seconds;
    runCustomer({ ...ways, phone: phoneOf(person.channel, person), clock, thinking, left, move });
  }

  /** The sequence of customers does not depend on how many are active: while there is no room, a customer is skipped. */
  function comeAndGo(): void {
    clock.later(dice.gapMs(scenario.arrivals_a_minute), () => {
      const person = nextPerson(dice, scenario);
      if (count.here < scenario.at_once) startCustomer(person);
      comeAndGo();
    });
  }

  return {
    start(): void {
      if (scenario.arrivals_a_minute > 0) comeAndGo();
    },
    phone: (id: string): CustomerPhone | undefined => phones.get(id),

    /** Adds a phone on which the person at the page writes. */
    addPhone(channel: SimulatedChannel, name: string, language: Language = 'en'): CustomerPhone {
      const owner = { name, language, number: `62811${byHand.digits(8)}`, pageId: `24${byHand.digits(14)}` };
      const phone = phoneOf(channel, owner);
      phone.hold();
      return phone;
    },

    /** Adds the phones of the previous run, so that replies to their customers still arrive. */
    restore(known: readonly KnownPhone[]): void {
      for (const { channel, wroteAt, ...owner } of known.slice(-MOST_PHONES))
        if (channels.includes(channel)) phoneOf(channel, owner, wroteAt);
    },
    known: (): KnownPhone[] =>
      [...phones.values()].flatMap((phone) => {
        const owner = owners.get(phone);
        const { channel } = phone.line;
        const { wroteAt } = phone.state;
        // Phones with live chat are left out, because a closed browser is a new visitor the next time.
        if (!owner || channel === 'livechat') return [];
        const { name, language, number, pageId } = owner;
        return [{ name, language, number, pageId, channel, wroteAt }];
      }),

    /** Sends the current state, and then every change. Returns a function that ends this. */
    watch(desk: string, see: (event: WorldPageEvent) => void): () => void {
      const shown = [...phones.values()].filter(isShown).map((phone) => phone.view());
      see({ is: 'all', desk, channels: [...channels], phones: shown });
      watchers.add(see);
      return () => watchers.delete(see);
    },
  };
}

const isShown = ({ state }: CustomerPhone): boolean => state.isHeld || state.lastId > 0;
