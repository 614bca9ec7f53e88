import { randomBytes } from 'node:crypto';
import { deliverOnce } from '../delivery-strategy.ts';
import { startStandIn, type StandInAnswer } from '../http-stand-in.ts';
import { addLatest } from '../keep-latest.ts';
import { createPending } from '../pending.ts';
import { faultOfInteractive, offeredChoices, type Interactive } from './choices.ts';
import { deliverTo, subscribeTo } from './deliver.ts';
import { createGraphApi, VERSION } from './graph-api.ts';
import { refusal } from './refusal.ts';
import { createMetaPace, type MetaLimits } from './limits.ts';
import { createMedia, type MediaStore } from './media.ts';
import { createPages } from './pages.ts';
import { createPhone, messageId, type PhoneMessage } from './phone.ts';
import type { MetaTemplate } from './template-types.ts';
import { createTemplates, type SentTemplate } from './templates.ts';
import { createUploads } from './uploads.ts';
import { templateDelivery, type Business } from './whatsapp-payloads.ts';

export type Meta = Awaited<ReturnType<typeof startMeta>>;
export type MetaPhone = ReturnType<typeof createPhone>;

const BUSINESS: Business = {
  businessId: '102290129340398',
  numberId: '106540352242922',
  shown: '+62 21 5550 1234',
};

/**
 * Starts a stand-in for Meta's Graph API on loopback, with one WhatsApp number, one page and one Instagram account. It fails on
 * request.
 */
export async function startMeta() {
  const secrets = { accessToken: randomSecret(), appSecret: randomSecret() };
  /**
   * `webhook`: the address for deliveries. `tells`: whether it reports states of messages by itself. `looksAt`: called for each
   * new template, to review it. `limits`: how fast the desk may send.
   */
  const world = {
    webhook: '',
    tells: true,
    isTokenGood: true,
    carry: deliverOnce,
    looksAt: LATER,
    limits: null as MetaLimits | null,
    now: () => Date.now(),
  };
  const pace = createMetaPace({ limits: () => world.limits, now: () => world.now() });
  const pending = createPending();
  const media = createMedia(() => standIn.origin);
  const refuse = (code: number, message: string, details: string) => refusal(400, code, message, details);
  const uploads = createUploads(refuse);
  const templates = createTemplates({
    refuse,
    mimeOf: uploads.mimeOf,
    hasNew: (template) => world.looksAt(template),
  });
  const { answer: answerForPages, ...pages } = createPages({
    appSecret: secrets.appSecret,
    media,
    pace,
    later: pending.add,
    origin: () => standIn.origin,
    isTelling: () => world.tells,
    carry: (attempt) => world.carry(attempt),
  });
  const token = () => (world.isTokenGood ? secrets.accessToken : undefined);
  const behind = { business: BUSINESS, media, uploads, templates, pages: answerForPages };
  const standIn = await startStandIn(createGraphApi({ ...behind, token, take }));

  const deliverText = (body: string, signature?: string): Promise<number> =>
    world.carry(() => deliverTo(world.webhook, body, { secret: secrets.appSecret, signature }));
  const deliver = (payload: object, signature?: string) => deliverText(JSON.stringify(payload), signature);
  const phones = createPhones((number, name) =>
    createPhone(number, name, { business: BUSINESS, deliver, keepMedia: media.keep }),
  );

  function show({ message_id, typing_indicator }: Record<string, unknown>): StandInAnswer {
    const id = textOf(message_id);
    const phone = phones.whoWrote(id);
    if (!phone) return refusal(400, 100, 'Invalid parameter', 'Message does not exist');
    phone.shown.push({ sign: typing_indicator ? 'typing' : 'read', id });
    return { status: 200, body: { success: true } };
  }

  /** Returns why Meta would refuse this message. */
  function refusedFor(given: Record<string, unknown>, message: PhoneMessage): StandInAnswer | undefined {
    if (given['type'] === 'template') return templates.write(given['template'] as SentTemplate, message);
    if (given['type'] !== 'interactive') return undefined;
    const fault = faultOfInteractive(given['interactive'] as Interactive);
    return fault ? refusal(400, 131_009, 'Parameter value is not valid', fault) : undefined;
  }

  function take(given: Record<string, unknown>): StandInAnswer {
    if (given['status'] === 'read') return show(given);
    const to = phones.find(textOf(given['to'] ?? given['recipient']).replace(/^\+/, ''));
    if (!to) return refusal(400, 131_026, 'Message undeliverable', 'Recipient is not on WhatsApp');
    const message = receivedOf(given, media);
    const refused = pace.ofNumber(to.number) ?? refusedFor(given, message);
    if (refused) return refused;
    addLatest(to.inbox, message);
    to.holder?.(message);
    if (world.tells) pending.add(deliverStatuses(to, message));
    return accepted(to, message);
  }

  return {
    /** Replaces https://graph.facebook.com, including the version. */
    url: `${standIn.origin}/${VERSION}`,
    ...secrets,
    business: BUSINESS,
    world,
    faults: standIn.faults,
    phone: phones.of,
    /** Stores a file to which customers' messages refer; under the given id, if there is one. */
    keepMedia: media.keep,
    /** The business's templates. */
    templates: templates.kept,
    /** Decides about a template, and delivers the decision. */
    decide(name: string, language: string, event: string, reason = 'NONE'): Promise<number> {
      templates.set(name, language, event, reason);
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

/** No review, until `decide` is called. */
const LATER = (_template: MetaTemplate): void => {};

const randomSecret = (): string => randomBytes(16).toString('hex');

/** The phones of customers, one for each number. */
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

function accepted({ number }: MetaPhone, { id }: PhoneMessage): StandInAnswer {
  const contacts = [{ input: number, wa_id: number }];
  return { status: 200, body: { messaging_product: 'whatsapp', contacts, messages: [{ id }] } };
}

function receivedOf(given: Record<string, unknown>, media: MediaStore): PhoneMessage {
  const type = textOf(given['type']) || 'text';
  const content = (given[type] ?? {}) as Record<string, string>;
  const interactive = (given['interactive'] ?? {}) as Interactive;
  const file = media.find(content['id'] ?? '');
  return {
    id: messageId(),
    type,
    text: wordsOf(content, interactive),
    choices: offeredChoices(interactive),
    ...(file && { file: { ...file, name: content['filename'] ?? '' } }),
    mark: textOf(given['biz_opaque_callback_data']) || undefined,
    raw: given,
  };
}

const wordsOf = (content: Record<string, string>, { body }: Interactive): string =>
  [body?.text, content['body'], content['caption']].find((one) => typeof one === 'string') ?? '';

async function deliverStatuses(to: MetaPhone, message: PhoneMessage): Promise<void> {
  await to.tell(message, 'sent');
  if (!to.holder) await to.tell(message, 'delivered');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
