import { randomBytes } from 'node:crypto';
import { atOnce } from '../carry.ts';
import { startStandIn, type Answer } from '../http-stand-in.ts';
import { deliverTo, subscribeTo } from './deliver.ts';
import { createGraphApi, refusal, VERSION } from './graph-api.ts';
import { createMedia, type MediaStore } from './media.ts';
import { createPages } from './pages.ts';
import { createPhone, messageId, type Received } from './phone.ts';
import { createTemplates, type SentTemplate } from './templates.ts';
import { templateDelivery, type Business } from './whatsapp-payloads.ts';

export type Meta = Awaited<ReturnType<typeof startMeta>>;
export type MetaPhone = ReturnType<typeof createPhone>;

const BUSINESS: Business = {
  businessId: '102290129340398',
  numberId: '106540352242922',
  shown: '+62 21 5550 1234',
};

/** A stand-in for Meta's Graph API with one WhatsApp number, one page and one Instagram account, on loopback. It speaks the protocol and misbehaves on request. */
export async function startMeta() {
  const secrets = { accessToken: randomSecret(), appSecret: randomSecret() };
  /** `webhook`: where what customers write is delivered to. `tells`: whether messages' states are told by themselves. */
  const world = { webhook: '', tells: true, isTokenGood: true, carry: atOnce };
  const pending = createPending();
  const media = createMedia(() => standIn.origin);
  const templates = createTemplates((code, message, details) => refusal(400, code, message, details));
  const { answer: answerForPages, ...pages } = createPages({
    ...{ appSecret: secrets.appSecret, media, later: pending.add, origin: () => standIn.origin },
    isTelling: () => world.tells,
    carry: (attempt) => world.carry(attempt),
  });
  const token = () => (world.isTokenGood ? secrets.accessToken : undefined);
  const behind = { business: BUSINESS, media, templates, pages: answerForPages };
  const standIn = await startStandIn(createGraphApi({ ...behind, token, take }));

  const deliverText = (body: string, signature?: string): Promise<number> =>
    world.carry(() => deliverTo(world.webhook, body, { secret: secrets.appSecret, signature }));
  const deliver = (payload: object, signature?: string) => deliverText(JSON.stringify(payload), signature);
  const phones = createPhones((number, name) =>
    createPhone(number, name, { business: BUSINESS, deliver, keepMedia: media.keep }),
  );

  function show({ message_id, typing_indicator }: Record<string, unknown>): Answer {
    const id = textOf(message_id);
    const phone = phones.whoWrote(id);
    if (!phone) return refusal(400, 100, 'Invalid parameter', 'Message does not exist');
    phone.shown.push({ sign: typing_indicator ? 'typing' : 'read', id });
    return { status: 200, body: { success: true } };
  }

  function take(given: Record<string, unknown>): Answer {
    if (given['status'] === 'read') return show(given);
    const to = phones.find(textOf(given['to']).replace(/^\+/, ''));
    if (!to) return refusal(400, 131_026, 'Message undeliverable', 'Recipient is not on WhatsApp');
    const message = receivedOf(given, media);
    const refused =
      given['type'] === 'template' && templates.write(given['template'] as SentTemplate, message);
    if (refused) return refused;
    to.inbox.push(message);
    to.holder?.(message);
    if (world.tells) pending.add(tell(to, message));
    return accepted(to, message);
  }

  return {
    /** What stands for https://graph.facebook.com, version and all. */
    url: `${standIn.origin}/${VERSION}`,
    ...secrets,
    business: BUSINESS,
    world,
    faults: standIn.faults,
    phone: phones.of,
    /** What the business has had looked at. */
    templates: templates.kept,
    /** Decides about a template, and tells of it. */
    decide(name: string, language: string, event: string, reason = 'NONE'): Promise<number> {
      templates.set(name, language, event);
      return deliver(templateDelivery(BUSINESS, { name, language, event, reason }));
    },
    subscribe: (verifyToken: string, webhook = world.webhook) => subscribeTo(webhook, verifyToken),
    ...pages,
    deliver,
    deliverText,
    async close(): Promise<void> {
      await standIn.close();
      await pending.all();
    },
  };
}

const randomSecret = (): string => randomBytes(16).toString('hex');

/** Each number has one. */
function createPhones(make: (number: string, name: string) => MetaPhone) {
  const phones = new Map<string, MetaPhone>();
  return {
    find: (number: string) => phones.get(number),
    whoWrote: (id: string) => [...phones.values()].find(({ wrote }) => wrote.has(id)),
    of(number: string, name: string): MetaPhone {
      const phone = phones.get(number) ?? make(number, name);
      phones.set(number, phone);
      return phone;
    },
  };
}

/** What is under way, to be waited for in the end. */
function createPending() {
  const works = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      // Whoever carries deliveries may have given up on one.
      const one = work.catch(() => {}).finally(() => works.delete(one));
      works.add(one);
    },
    all: () => Promise.all(works),
  };
}

function accepted({ number }: MetaPhone, { id }: Received): Answer {
  const contacts = [{ input: number, wa_id: number }];
  return { status: 200, body: { messaging_product: 'whatsapp', contacts, messages: [{ id }] } };
}

function receivedOf(given: Record<string, unknown>, media: MediaStore): Received {
  const type = textOf(given['type']) || 'text';
  const content = (given[type] ?? {}) as Record<string, string>;
  const file = media.find(content['id'] ?? '');
  return {
    id: messageId(),
    type,
    text: content['body'] ?? content['caption'] ?? '',
    ...(file && { file: { ...file, name: content['filename'] ?? '' } }),
    mark: textOf(given['biz_opaque_callback_data']) || undefined,
    raw: given,
  };
}

async function tell(to: MetaPhone, message: Received): Promise<void> {
  await to.tell(message, 'sent');
  if (!to.holder) await to.tell(message, 'delivered');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
