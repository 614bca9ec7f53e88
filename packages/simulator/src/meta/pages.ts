import type { Carry } from '../carry.ts';
import type { Answer, Asked } from '../http-stand-in.ts';
import { refusal } from './graph-api.ts';
import type { MediaStore } from './media.ts';
import type { PageAccount } from './page-payloads.ts';
import { pageMessageId, type PagePerson, type PageReceived } from './page-person.ts';
import { createPageSide, type PageSide } from './page-side.ts';

const PAGE = { id: '106211987654321', name: 'Kopi Kita' };
const INSTAGRAM = { id: '17841405822304914', username: 'kopikita' };
const DAY_MS = 86_400_000;

export type Pages = ReturnType<typeof createPages>;
type World = {
  appSecret: string;
  media: MediaStore;
  carry: Carry;
  origin: () => string;
  /** Works that go on after the answer. */
  later: (work: Promise<unknown>) => void;
  isTelling: () => boolean;
};

/** A Facebook page and the Instagram account that is connected with it. */
export function createPages({ appSecret, media, carry, origin, later, isTelling }: World) {
  const publish = (mime: string, bytes: Buffer) => `${origin()}/cdn/${media.keep(mime, bytes)}`;
  const sideOf = (account: PageAccount) => createPageSide(account, { appSecret, carry, publish });
  const sides = {
    messenger: sideOf({ kind: 'messenger', id: PAGE.id }),
    instagram: sideOf({ kind: 'instagram', id: INSTAGRAM.id }),
  };
  const everybody = () => [sides.messenger, sides.instagram];

  function take({ body }: Asked): Answer {
    const given = JSON.parse(body.toString('utf8')) as Given;
    const id = given.recipient?.id ?? '';
    const at = everybody().find(({ people }) => people.has(id));
    const to = at?.people.get(id);
    if (!at || !to) return refusedBelow(100, 2_018_001, 'No matching user found');
    if (given.sender_action) return shows(to, given.sender_action);
    const received = receivedOf(given, media);
    const refused = refusalOf(at, to, received);
    if (refused) return refused;
    to.inbox.push(received);
    to.holder?.(received);
    if (isTelling()) later(tell(at, to, received));
    return { status: 200, body: { recipient_id: id, message_id: received.id } };
  }

  /** The echo comes to whoever listens; Instagram leaves out what was given along. */
  async function tell(at: PageSide, to: PagePerson, message: PageReceived): Promise<void> {
    const { id: mid, text, type, mark: metadata } = message;
    const content = type === 'text' ? { text } : { attachments: [{ type, payload: {} }] };
    await at.echo(to.id, {
      mid,
      ...content,
      ...(at.account.kind === 'messenger' && { metadata, app_id: 1 }),
    });
    if (!to.holder) await to.takes(message);
  }

  function read(id: string): Answer | undefined {
    const person = everybody().flatMap(({ people }) => people.get(id) ?? [])[0];
    if (person) return { status: 200, body: { id, name: person.name, username: person.name } };
    if (id !== PAGE.id) return undefined;
    return { status: 200, body: { ...PAGE, instagram_business_account: INSTAGRAM } };
  }

  return {
    ...sides,
    page: PAGE,
    instagramAccount: INSTAGRAM,
    /** What is asked of the page or of people; nothing where it is about something else. */
    answer(first: string, edge: string, asked: Asked): Answer | Promise<Answer> | undefined {
      if (asked.method === 'GET') return read(first);
      if (first !== PAGE.id) return undefined;
      if (edge === 'messages') return take(asked);
      return edge === 'message_attachments'
        ? media.uploadAttachment(asked.headers['content-type'] ?? '', asked.body)
        : undefined;
    },
  };
}

type Given = {
  recipient?: { id?: string };
  sender_action?: string;
  message?: {
    text?: string;
    metadata?: string;
    attachment?: { type?: string; payload?: { attachment_id?: string } };
  };
};

function shows({ id, shown }: PagePerson, action: string): Answer {
  shown.push(action);
  return { status: 200, body: { recipient_id: id } };
}

function receivedOf({ message = {} }: Given, media: MediaStore): PageReceived {
  const { text = '', metadata, attachment } = message;
  const file = media.find(attachment?.payload?.attachment_id ?? '');
  return {
    ...{ id: pageMessageId(), type: attachment?.type ?? 'text', text, mark: metadata, at: Date.now() },
    ...(file && { file }),
  };
}

function refusalOf({ account }: PageSide, to: PagePerson, { text }: PageReceived): Answer | undefined {
  if (Date.now() - to.state.lastWroteAt > DAY_MS)
    return refusedBelow(10, 2_018_278, 'This message is sent outside of allowed window.');
  const fits = account.kind === 'messenger' ? text.length <= 2000 : Buffer.byteLength(text) <= 1000;
  return fits ? undefined : refusedBelow(100, 0, 'Length of param message[text] is too long');
}

function refusedBelow(code: number, subcode: number, message: string): Answer {
  const answer = refusal(400, code, message, '');
  const { error } = answer.body as { error: object };
  return { ...answer, body: { error: { ...error, error_subcode: subcode } } };
}
