import { createHash } from 'node:crypto';
import type { ProviderEvent, AccountNotice, CustomerContent } from '../providers/provider.ts';
import { contentOf, referralOf } from './page-content.ts';
import { moment, pageCall, pageDelivery, pageEvent, type PageEvent } from './page-payload.ts';

type At = { account: string; event: PageEvent; sender: string };
type Notice = Extract<ProviderEvent, { type: 'notice' }>;
type ReadEvents = ProviderEvent[] | undefined;

/** The events of a delivery for pages or Instagram accounts, in order. */
export function readPages(body: Buffer): ProviderEvent[] {
  const { entry } = pageDelivery.parse(JSON.parse(body.toString('utf8')));
  return entry.flatMap(({ id: account, messaging, standby, calls, changes }) => [
    ...[...messaging, ...standby].flatMap((given) => read(account, given, '')),
    ...calls.flatMap((given) => readCall(account, given)),
    ...changes.flatMap(({ field, value }) => read(account, value, field)),
  ]);
}

function read(account: string, given: unknown, field: string): ProviderEvent[] {
  const { data: event } = pageEvent.safeParse(given);
  const sender = event?.sender?.id;
  if (event && sender !== undefined) return eventsOf({ account, event, sender });
  if (event?.message) return [{ ...noticeOf(account, 'message without sender'), isMessage: true }];
  // Events without a sender are notices for the page's owners, or comments.
  return [policyNotice(account, event) ?? noticeOf(account, field || (event ? kindOf(event) : 'unknown'))];
}

/** Calls cannot be answered here: one entry on the ticket is made for all events of a call. */
function readCall(account: string, given: unknown): ProviderEvent[] {
  const { data: call } = pageCall.safeParse(given);
  if (!call || call.from === account || call.call_direction === 'business_initiated')
    return [noticeOf(account, 'call')];
  const from = { address: call.from, name: '', phone: undefined };
  return [
    {
      account,
      providerId: call.id,
      type: 'message',
      from,
      at: new Date(),
      answers: undefined,
      ...unknown('call'),
    },
  ];
}

/** A policy notice: Meta may restrict the page for what was sent from it. */
function policyNotice(account: string, event: PageEvent | undefined): ProviderEvent | undefined {
  const { action, reason } = event?.policy_enforcement ?? { action: '', reason: '' };
  const named = `policy_enforcement ${action}`;
  if (action === 'block') return noticeOf(account, named, { fault: 'account_locked', said: reason });
  return action === 'unblock' ? noticeOf(account, named, { fault: null, said: '' }) : undefined;
}

const noticeOf = (account: string, named: string, health?: AccountNotice['health']): Notice => ({
  account,
  providerId: '',
  type: 'notice',
  named,
  ...(health && { health }),
});

/** The first reader that recognises the event; others become an unknown event. */
const READERS: readonly ((at: At) => ReadEvents)[] = [
  ofMessage,
  ofEdit,
  ofReaction,
  ofProgress,
  ofChoice,
  readArrival,
];

/** Handover events tell which app has the conversation; the customer did nothing. */
const OF_APPS = new Set([
  'pass_thread_control',
  'take_thread_control',
  'request_thread_control',
  'app_roles',
]);

function eventsOf(at: At): ProviderEvent[] {
  for (const reader of READERS) {
    const facts = reader(at);
    if (facts) return facts;
  }
  const { event, account, sender } = at;
  const kind = kindOf(event);
  // Echoes of the page's own reactions are ignored.
  if (sender === account || OF_APPS.has(kind)) return [noticeOf(account, kind)];
  return [from(at, idOf(at), unknown(kind))];
}

function ofMessage(at: At): ReadEvents {
  const { account, event, sender } = at;
  const { message, timestamp, recipient } = event;
  if (!message) return undefined;
  const { mid: providerId } = message;
  const isOwn = sender === account;
  if (message.is_deleted)
    return [{ account, providerId, type: 'deleted', at: timestamp.toISOString(), isOwn }];
  const written = message.is_unsupported && !message.text ? unknown('unsupported') : contentOf(message);
  if (message.is_echo) {
    const to = recipient?.id ?? '';
    const { metadata: mark } = message;
    return to === ''
      ? [noticeOf(account, 'echo to nobody')]
      : [{ account, providerId, type: 'echo', to, at: timestamp, mark, ...written }];
  }
  return [from(at, providerId, written, message.reply_to?.mid)];
}

function ofEdit({ account, sender, event: { message_edit: edit, timestamp } }: At): ReadEvents {
  if (!edit) return undefined;
  const { mid: providerId, text } = edit;
  return [
    { account, providerId, type: 'edited', text, at: timestamp.toISOString(), isOwn: sender === account },
  ];
}

function ofReaction({ account, sender, event: { reaction, timestamp } }: At): ReadEvents {
  if (!reaction) return undefined;
  const emoji = reaction.action === 'unreact' ? '' : reaction.emoji || '👍';
  const at = timestamp.toISOString();
  const isOwn = sender === account;
  return [{ account, providerId: reaction.mid, type: 'reaction', emoji, at, from: sender, isOwn }];
}

/** Delivery and read receipts: by message ids, and by a watermark. */
function ofProgress({ account, sender, event: { delivery, read: seen, timestamp } }: At): ReadEvents {
  const news = seen ?? delivery;
  if (!news) return undefined;
  const state = seen ? 'read' : 'delivered';
  const mids = seen?.mid ? [seen.mid] : (delivery?.mids ?? []);
  const until = news.watermark === undefined ? timestamp : moment.parse(news.watermark);
  const told = { state, mark: undefined, fault: null, said: '' } as const;
  return [
    ...mids.map((providerId): ProviderEvent => ({ account, providerId, type: 'status', ...told })),
    { account, providerId: '', type: 'progress', of: sender, state, until: until.toISOString() },
  ];
}

/** A postback: the customer pressed a button of ours. */
function ofChoice(at: At): ReadEvents {
  const { postback } = at.event;
  if (!postback) return undefined;
  const { mid: providerId = idOf(at), title, payload, referral } = postback;
  const extra = { kind: 'choice' as const, ...(referral && { referral: referralOf(referral) }) };
  return [from(at, providerId, { text: title || payload, extra, media: [] })];
}

/** Referrals, opt-ins and account linking: the customer has not written yet. */
function readArrival(at: At): ReadEvents {
  const { referral, optin, account_linking: linking } = at.event;
  if (!referral && !optin && !linking) return undefined;
  const extra = {
    kind: 'system' as const,
    named: referral ? 'referral' : optin ? 'optin' : `account_linking ${linking?.status ?? ''}`.trim(),
    ...(referral && { referral: referralOf(referral) }),
  };
  return [from(at, idOf(at), { text: '', extra, media: [] })];
}

function from(
  { account, event, sender }: At,
  providerId: string,
  written: CustomerContent,
  answers?: string,
): ProviderEvent {
  const { timestamp: at } = event;
  const person = { address: sender, name: '', phone: undefined };
  return { account, providerId, type: 'message', from: person, at, answers, ...written };
}

const unknown = (named: string): CustomerContent => ({
  text: '',
  extra: { kind: 'unknown', named },
  media: [],
});

const AROUND = new Set(['sender', 'recipient', 'timestamp']);
const kindOf = (event: PageEvent): string =>
  Object.entries(event).find(([key, value]) => !AROUND.has(key) && value !== undefined)?.[0] ?? 'unknown';

/** Events without an id of the provider are identified by their content, so that a repetition is recognised. */
const idOf = ({ event }: At): string =>
  `event.${createHash('sha256').update(JSON.stringify(event)).digest('base64url')}`;
