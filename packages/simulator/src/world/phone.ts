import type { Clock } from './clock.ts';
import type { Came, Kind, Line, Photo, Said } from '../lines/line.ts';
import type { EntryView, PhoneView } from './view.ts';

export type Phone = ReturnType<typeof createPhone>;
type Entry = EntryView & { came?: string; said?: Said };
type World = {
  clock: Clock;
  /** Keeps a picture for the page; gives its name there. */
  keep: (photo: Photo) => string;
  changed: (phone: Phone) => void;
};

/** As many as the page shows. */
const KEPT = 80;
/** From the provider to the phone. */
const ON_ITS_WAY_MS = 700;

type Own = { id: string; name: string; line: Line };

/** A customer's phone with one channel on it: its thread, and whether it has a line. */
export function createPhone({ id, name, line }: Own, { clock, keep, changed }: World) {
  const state = { isOnline: true, isHeld: false, lastId: 0, wroteAt: 0 };
  const entries: Entry[] = [];
  const hearers: ((came: Came) => void)[] = [];
  const tell = () => changed(phone);

  function add(entry: Omit<Entry, 'id' | 'at' | 'reaction'>): Entry {
    const added = { id: ++state.lastId, at: clock.now(), reaction: '', ...entry };
    entries.push(added);
    if (entries.length > KEPT) entries.shift();
    tell();
    return added;
  }

  async function send(entry: Entry): Promise<void> {
    const { said } = entry;
    if (!said) return;
    delete entry.said;
    try {
      await line.send(said);
      entry.state = 'delivered';
    } catch {
      // It has been tried for long: the page says so, and the customer may write again.
      entry.state = 'failed';
    }
    tell();
  }

  async function deliver(entry: Entry): Promise<void> {
    if (!state.isOnline || entry.state !== 'sent' || entry.came === undefined) return;
    if (line.delivered) {
      entry.state = 'delivered';
      await line.delivered(entry.came);
    }
    tell();
  }

  line.listen((came) => {
    const { id: messageId, text, photo } = came;
    const kind: Kind = photo ? 'photo' : 'text';
    const shown = photo ? keep(photo) : null;
    const entry = add({ from: 'company', kind, text, photo: shown, state: 'sent', came: messageId });
    clock.later(ON_ITS_WAY_MS, () => void quietly(deliver(entry)));
    for (const hear of hearers) hear(came);
  });

  const unread = () => entries.filter(({ from, state: of }) => from === 'company' && of !== 'read');

  const phone = {
    id,
    name,
    line,
    state,
    /** Who answers by themselves wants to know what comes. */
    onCame: (hear: (came: Came) => void): void => void hearers.push(hear),

    /** Writes it; without a line it goes out once there is one. */
    async say(said: Said): Promise<void> {
      state.wroteAt = clock.now();
      const photo = said.photo ? keep(said.photo) : null;
      const entry = add({
        from: 'customer',
        kind: said.kind,
        text: said.text,
        photo,
        state: 'sending',
        said,
      });
      if (state.isOnline) await send(entry);
    },

    /** Opens the conversation: what has come is read. */
    async read(): Promise<void> {
      if (!state.isOnline) return;
      for (const entry of unread()) {
        await deliver(entry);
        entry.state = 'read';
        await line.read?.(entry.came ?? '');
      }
      tell();
    },

    async react(emoji: string): Promise<void> {
      const last = entries.findLast(({ from }) => from === 'company');
      if (!last?.came || !line.react || !state.isOnline) return;
      last.reaction = emoji;
      tell();
      await line.react(last.came, emoji);
    },

    async setOnline(isOnline: boolean): Promise<void> {
      state.isOnline = isOnline;
      line.connect?.(isOnline);
      tell();
      if (!isOnline) return;
      for (const entry of entries) await deliver(entry);
      for (const entry of entries) await send(entry);
    },

    /** Somebody holds it now: nobody answers by themselves any more. */
    hold(): void {
      if (state.isHeld) return;
      state.isHeld = true;
      tell();
    },

    view: (): PhoneView => ({
      ...{ id, name, channel: line.channel, address: line.address, sends: [...line.sends] },
      ...{ isOnline: state.isOnline, isHeld: state.isHeld, tellsRead: line.read !== undefined },
      entries: entries.map(({ came: _came, said: _said, ...entry }) => entry),
    }),
  };
  return phone;
}

/** The other side may be gone while the phone tells of something: the next telling will do. */
export async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}
