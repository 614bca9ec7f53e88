import type { DeliveryStrategy } from '../delivery-strategy.ts';
import type { StandInAnswer, ReceivedRequest } from '../http-stand-in.ts';
import { addLatest } from '../keep-latest.ts';
import { faultOfQuickReplies, type QuickReply } from './choices.ts';
import type { MetaPace } from './limits.ts';
import type { MediaStore } from './media.ts';
import type { PageAccount } from './page-payloads.ts';
import { pageMessageId, type PagePerson, type PageReceived } from './page-person.ts';
import { createSimulatedPage, type SimulatedPage } from './simulated-page.ts';
import { refusal } from './refusal.ts';

const PAGE = { id: '106211987654321', name: 'Kopi Kita' };
const INSTAGRAM = { id: '17841405822304914', username: 'kopikita' };
const PAGE_ITSELF: StandInAnswer = { status: 200, body: { ...PAGE, instagram_business_account: INSTAGRAM } };
const DAY_MS = 86_400_000;

export type MetaPages = ReturnType<typeof createPages>;
type PageDeps = {
  appSecret: string;
  media: MediaStore;
  pace: MetaPace;
  carry: DeliveryStrategy;
  origin: () => string;
  /** Registers work that continues after the answer. */
  later: (work: Promise<unknown>) => void;
  isTelling: () => boolean;
};

/** A Facebook page and the Instagram account that is connected with it. */
export function createPages({ appSecret, media, pace, carry, origin, later, isTelling }: PageDeps) {
  const publish = (mime: string, bytes: Buffer) => `${origin()}/cdn/${media.keep(mime, bytes)}`;
  const sideOf = (account: PageAccount) => createSimulatedPage(account, { appSecret, carry, publish });
  const sides = {
    messenger: sideOf({ kind: 'messenger', id: PAGE.id }),
    instagram: sideOf({ kind: 'instagram', id: INSTAGRAM.id }),
  };

  function acceptSend({ body }: ReceivedRequest): StandInAnswer {
    const given = JSON.parse(body.toString('utf8')) as SendRequestBody;
    const id = given.recipient?.id ?? '';
    const at = Object.values(sides).find(({ people }) => people.has(id));
    const to = at?.people.get(id);
    if (!at || !to) return refusedBelow(100, 2_018_001, 'No matching user found');
    return given.sender_action ? showAction(to, given.sender_action) : accept(at, to, given);
  }

  function accept(at: SimulatedPage, to: PagePerson, given: SendRequestBody): StandInAnswer {
    const received = receivedOf(given, media);
    const refused =
      pace.ofPage(at.account.kind, received.type !== 'text') ?? refusalOf(at, to, received, given);
    if (refused) return refused;
    addLatest(to.inbox, received);
    to.holder?.(received);
    if (isTelling()) later(sendEcho(at, to, received));
    return { status: 200, body: { recipient_id: to.id, message_id: received.id } };
  }

  /** Sends the echo of a message to subscribers; Instagram leaves out the metadata. */
  async function sendEcho(at: SimulatedPage, to: PagePerson, message: PageReceived): Promise<void> {
    const { id: mid, text, type, mark: metadata } = message;
    const content = type === 'text' ? { text } : { attachments: [{ type, payload: {} }] };
    await at.echo(to.id, {
      mid,
      ...content,
      ...(at.account.kind === 'messenger' && { metadata, app_id: 1 }),
    });
    if (!to.holder) await to.takes(message);
  }

  function read(id: string): StandInAnswer | undefined {
    const person = sides.messenger.people.get(id) ?? sides.instagram.people.get(id);
    if (person) return { status: 200, body: { id, name: person.name, username: person.name } };
    return id === PAGE.id ? PAGE_ITSELF : undefined;
  }

  return {
    ...sides,
    page: PAGE,
    instagramAccount: INSTAGRAM,
    /** Answers requests about the page or its people; nothing for other requests. */
    answer(first: string, edge: string, asked: ReceivedRequest): Promise<StandInAnswer> | undefined {
      const known = asked.method === 'GET' ? read(first) : undefined;
      const isAsked = known !== undefined || (asked.method !== 'GET' && first === PAGE.id && EDGES.has(edge));
      if (!isAsked) return undefined;
      const people = sides.messenger.people.size + sides.instagram.people.size;
      return pace.counted(
        people,
        () => known ?? (edge === 'messages' ? acceptSend(asked) : attach(media, asked)),
      );
    },
  };
}

const EDGES = new Set(['messages', 'message_attachments']);

const attach = (media: MediaStore, { headers, body }: ReceivedRequest): Promise<StandInAnswer> =>
  media.uploadAttachment(headers['content-type'] ?? '', body);

type SendRequestBody = {
  recipient?: { id?: string };
  sender_action?: string;
  message?: {
    text?: string;
    metadata?: string;
    quick_replies?: QuickReply[];
    attachment?: { type?: string; payload?: { attachment_id?: string } };
  };
};

function showAction({ id, shown }: PagePerson, action: string): StandInAnswer {
  shown.push(action);
  return { status: 200, body: { recipient_id: id } };
}

function receivedOf({ message = {} }: SendRequestBody, media: MediaStore): PageReceived {
  const { text = '', metadata, attachment, quick_replies: replies = [] } = message;
  const file = media.find(attachment?.payload?.attachment_id ?? '');
  return {
    id: pageMessageId(),
    type: attachment?.type ?? 'text',
    text,
    mark: metadata,
    at: Date.now(),
    choices: replies.map(({ title = '', payload = '' }) => ({ title, payload })),
    ...(file && { file }),
  };
}

function refusalOf(
  { account }: SimulatedPage,
  to: PagePerson,
  { text }: PageReceived,
  { message }: SendRequestBody,
): StandInAnswer | undefined {
  if (Date.now() - to.state.lastWroteAt > DAY_MS)
    return refusedBelow(10, 2_018_278, 'This message is sent outside of allowed window.');
  const replies = message?.quick_replies;
  const fault = replies && faultOfQuickReplies(replies, text);
  if (fault) return refusedBelow(100, 0, fault);
  const fits = account.kind === 'messenger' ? text.length <= 2000 : Buffer.byteLength(text) <= 1000;
  return fits ? undefined : refusedBelow(100, 0, 'Length of param message[text] is too long');
}

function refusedBelow(code: number, subcode: number, message: string): StandInAnswer {
  const answer = refusal(400, code, message, '');
  const { error } = answer.body as { error: object };
  return { ...answer, body: { error: { ...error, error_subcode: subcode } } };
}
