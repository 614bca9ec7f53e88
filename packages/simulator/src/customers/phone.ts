import type { WorldClock } from '../world/clock.ts';
import type {
  ReceivedMessage,
  CustomerMessageKind,
  CustomerAccount,
  Photo,
  CustomerMessage,
} from '../lines/line.ts';
import type { EntryView, PhoneView } from '../world/view.ts';

export type CustomerPhone = ReturnType<typeof createPhone>;
/** `sentAs`: the provider's id of the message, once it has been sent. */
type Entry = EntryView & { came?: string; said?: CustomerMessage; sentAs?: Promise<unknown> };
type PhoneDeps = {
  clock: WorldClock;
  /** Stores a picture for the page, and returns its name there. */
  keep: (photo: Photo) => string;
  changed: (phone: CustomerPhone) => void;
};

/** How many messages of a conversation are kept, which is as many as the page shows. */
const KEPT = 80;
/** A reply that comes sooner than this after a customer's message counts as automatic, because nobody reads and types as fast. */
const NO_PERSON_MS = 3000;
/** The time from the provider to the phone. */
const ON_ITS_WAY_MS = 700;

type PhoneOptions = { id: string; name: string; line: CustomerAccount };

/** A customer's phone with one channel: its messages, and whether it is connected. */
export function createPhone({ id, name, line }: PhoneOptions, { clock, keep, changed }: PhoneDeps) {
  const state = { isOnline: true, isHeld: false, lastId: 0, wroteAt: 0, takenAt: 0 };
  const entries: Entry[] = [];
  const hearers: ((came: { isByMachine: boolean }) => void)[] = [];
  const notify = () => changed(phone);

  function add(
    entry: Omit<Entry, 'id' | 'at' | 'reaction' | 'choices' | 'change'> & { choices?: string[] },
  ): Entry {
    const added = {
      id: ++state.lastId,
      at: clock.now(),
      reaction: '',
      change: '' as const,
      choices: [],
      ...entry,
    };
    entries.push(added);
    if (entries.length > KEPT) entries.shift();
    notify();
    return added;
  }

  async function send(entry: Entry): Promise<void> {
    const { said } = entry;
    if (!said) return;
    delete entry.said;
    try {
      const { answers } = said;
      entry.sentAs = answers !== undefined && line.press ? line.press(answers, said.text) : line.send(said);
      await entry.sentAs;
      entry.state = 'delivered';
      state.takenAt = clock.now();
    } catch {
      // Sending has been retried for long, so the page shows the failure, and the customer may write again.
      entry.state = 'failed';
    }
    notify();
  }

  async function deliver(entry: Entry): Promise<void> {
    if (!state.isOnline || entry.state !== 'sent' || entry.came === undefined) return;
    if (line.delivered) {
      entry.state = 'delivered';
      await line.delivered(entry.came);
    }
    notify();
  }

  /** Whether a message is automatic: it is marked so, or it came before the company can have read the question. */
  function isAutomatic(came: ReceivedMessage): boolean {
    const isUnderWay = entries.some((entry) => entry.from === 'customer' && entry.state === 'sending');
    const isTooFast = isUnderWay || clock.now() - state.takenAt < NO_PERSON_MS;
    return came.isAutomatic === true || (state.isOnline && isTooFast);
  }

  line.listen((came) => {
    const { id: messageId, text, photo, choices = [] } = came;
    const isByMachine = isAutomatic(came);
    const kind: CustomerMessageKind = photo ? 'photo' : 'text';
    const shown = photo ? keep(photo) : null;
    const entry = add({
      from: 'company',
      kind,
      text,
      photo: shown,
      choices,
      state: 'sent',
      came: messageId,
    });
    clock.later(ON_ITS_WAY_MS, () => void ignoreErrors(deliver(entry)));
    for (const hear of hearers) hear({ isByMachine });
  });

  /** Applies an edit or deletion to the customer's own message with this text, once it has been sent. */
  async function changeOwn(
    text: string,
    { by, to }: { by: ((id: string) => Promise<unknown>) | undefined; to: Partial<EntryView> },
  ): Promise<void> {
    const entry = entries.findLast((one) => one.from === 'customer' && one.text === text);
    const id = await entry?.sentAs;
    if (!entry || !by || typeof id !== 'string' || !state.isOnline) return;
    Object.assign(entry, to);
    notify();
    await by(id);
  }

  const unread = () => entries.filter(({ from, state: of }) => from === 'company' && of !== 'read');

  const phone = {
    id,
    name,
    line,
    state,
    /** Registers a listener of received messages, for customers who reply automatically. */
    onCame: (hear: (came: { isByMachine: boolean }) => void): void => void hearers.push(hear),

    /** Writes a message, which is sent once the phone is connected. */
    async say(said: CustomerMessage): Promise<void> {
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

    /** Selects a choice below a message, which therefore counts as read. */
    async press(entryId: number, title: string): Promise<void> {
      const entry = entries.find(({ id: of }) => of === entryId);
      if (entry?.came === undefined || !entry.choices.includes(title)) return;
      await phone.say({ kind: 'text', text: title, answers: entry.came });
    },

    /** Opens the conversation, which marks all received messages as read. */
    async read(): Promise<void> {
      if (!state.isOnline) return;
      for (const entry of unread()) {
        await deliver(entry);
        entry.state = 'read';
        await line.read?.(entry.came ?? '');
      }
      notify();
    },

    /** The id of the company's last message. */
    lastCame: (): string | undefined => entries.findLast(({ from }) => from === 'company')?.came,

    edit(of: string, text: string): Promise<void> {
      const { edit } = line;
      return changeOwn(of, { by: edit && ((sent) => edit(sent, text)), to: { text, change: 'edited' } });
    },
    takeBack: (of: string): Promise<void> =>
      changeOwn(of, { by: line.takeBack, to: { change: 'taken back' } }),

    async react(emoji: string): Promise<void> {
      const last = entries.findLast(({ from }) => from === 'company');
      if (!last?.came || !line.react || !state.isOnline) return;
      last.reaction = emoji;
      notify();
      await line.react(last.came, emoji);
    },

    async setOnline(isOnline: boolean): Promise<void> {
      state.isOnline = isOnline;
      line.connect?.(isOnline);
      notify();
      if (!isOnline) return;
      for (const entry of entries) await deliver(entry);
      for (const entry of entries) await send(entry);
    },

    /** From now on a person writes as this customer, who no longer writes by themselves. */
    hold(): void {
      if (state.isHeld) return;
      state.isHeld = true;
      notify();
    },

    view: (): PhoneView => ({
      id,
      name,
      channel: line.channel,
      address: line.address,
      sends: [...line.sends],
      isOnline: state.isOnline,
      isHeld: state.isHeld,
      tellsRead: line.read !== undefined,
      entries: entries.map(({ came: _came, said: _said, sentAs: _sentAs, ...entry }) => entry),
    }),
  };
  return phone;
}

/** For events that a phone reports: the server may be unreachable, and the next event follows anyway. */
export async function ignoreErrors(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}
