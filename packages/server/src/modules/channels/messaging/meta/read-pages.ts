import { createHash } from 'node:crypto';
import type { Fact, Written } from '../provider.ts';
import { contentOf, referralOf } from './page-content.ts';
import { moment, pageDelivery, pageEvent, type PageEvent } from './page-payload.ts';

type At = { account: string; event: PageEvent };
type Told = Fact[] | undefined;

/** What a delivery for pages or Instagram accounts tells, in its order. */
export function readPages(body: Buffer): Fact[] {
  const { entry } = pageDelivery.parse(JSON.parse(body.toString('utf8')));
  return entry.flatMap(({ id: account, messaging, standby, changes }) =>
    [...messaging, ...standby, ...changes.map(({ value }) => value)].flatMap((given) => {
      const read = pageEvent.safeParse(given);
      // Without a sender there is nobody whose it could be: notices for the page's owners, comments.
      return read.success ? factsOf({ account, event: read.data }) : [];
    }),
  );
}

/** The first that knows what it is; what none knows is shown as such. */
const READERS: readonly ((at: At) => Told)[] = [
  ofMessage,
  ofEdit,
  ofReaction,
  ofProgress,
  ofChoice,
  ofArrival,
];

function factsOf(at: At): Fact[] {
  for (const reader of READERS) {
    const facts = reader(at);
    if (facts) return facts;
  }
  const { event, account } = at;
  // What the page does itself is told to nobody.
  if (event.sender.id === account) return [];
  return [from(at, idOf(at), unknown(kindOf(event)))];
}

function ofMessage(at: At): Told {
  const { account, event } = at;
  const { message, timestamp, recipient } = event;
  if (!message) return undefined;
  const { mid: providerId } = message;
  if (message.is_deleted) return [{ account, providerId, type: 'deleted', at: timestamp.toISOString() }];
  const written = message.is_unsupported && !message.text ? unknown('unsupported') : contentOf(message);
  if (message.is_echo) {
    const to = recipient?.id ?? '';
    const { metadata: mark } = message;
    return to === '' ? [] : [{ account, providerId, type: 'echo', to, at: timestamp, mark, ...written }];
  }
  return [from(at, providerId, written, message.reply_to?.mid)];
}

function ofEdit({ account, event: { message_edit: edit, timestamp } }: At): Told {
  return (
    edit && [{ account, providerId: edit.mid, type: 'edited', text: edit.text, at: timestamp.toISOString() }]
  );
}

function ofReaction({ account, event: { reaction, timestamp } }: At): Told {
  if (!reaction) return undefined;
  const emoji = reaction.action === 'unreact' ? '' : reaction.emoji || '👍';
  return [{ account, providerId: reaction.mid, type: 'reaction', emoji, at: timestamp.toISOString() }];
}

/** How far what we wrote has come: by its ids, and by the moment up to which all of it has. */
function ofProgress({ account, event: { delivery, read, sender, timestamp } }: At): Told {
  const news = read ?? delivery;
  if (!news) return undefined;
  const state = read ? 'read' : 'delivered';
  const mids = read?.mid ? [read.mid] : (delivery?.mids ?? []);
  const until = news.watermark === undefined ? timestamp : moment.parse(news.watermark);
  const told = { state, mark: undefined, fault: null, said: '' } as const;
  return [
    ...mids.map((providerId): Fact => ({ account, providerId, type: 'status', ...told })),
    { account, providerId: '', type: 'progress', of: sender.id, state, until: until.toISOString() },
  ];
}

/** A button of ours that they pressed. */
function ofChoice(at: At): Told {
  const { postback } = at.event;
  if (!postback) return undefined;
  const { mid: providerId = idOf(at), title, payload, referral } = postback;
  const extra = { kind: 'choice' as const, ...(referral && { referral: referralOf(referral) }) };
  return [from(at, providerId, { text: title || payload, extra, media: [] })];
}

/** They came by an advertisement or a link, or let us write to them, and said nothing yet. */
function ofArrival(at: At): Told {
  const { referral, optin } = at.event;
  if (!referral && !optin) return undefined;
  const extra = {
    kind: 'system' as const,
    named: referral ? 'referral' : 'optin',
    ...(referral && { referral: referralOf(referral) }),
  };
  return [from(at, idOf(at), { text: '', extra, media: [] })];
}

function from({ account, event }: At, providerId: string, written: Written, answers?: string): Fact {
  const { sender, timestamp: at } = event;
  const person = { address: sender.id, name: '', phone: undefined };
  return { account, providerId, type: 'message', from: person, at, answers, ...written };
}

const unknown = (named: string): Written => ({ text: '', extra: { kind: 'unknown', named }, media: [] });

const AROUND = new Set(['sender', 'recipient', 'timestamp']);
const kindOf = (event: PageEvent): string =>
  Object.entries(event).find(([key, value]) => !AROUND.has(key) && value !== undefined)?.[0] ?? 'unknown';

/** What has no id of the provider's is known by what it says: the same again is the same. */
const idOf = ({ event }: At): string =>
  `event.${createHash('sha256').update(JSON.stringify(event)).digest('base64url')}`;
