import type { MessageExtra } from '@trunkline/contract';
import type { Fact, ProviderMedia, Written } from '../provider.ts';
import { faultOfWhatsapp } from './faults.ts';
import { newsOf } from './templates.ts';
import { delivery, message as messageShape, status as statusShape, type WhatsappMessage } from './payload.ts';

type Names = ReadonlyMap<string, string>;

/** What a delivery of WhatsApp's Cloud API tells: messages and what became of ours, in its order. */
export function readDelivery(body: Buffer): Fact[] {
  const { entry } = delivery.parse(JSON.parse(body.toString('utf8')));
  return entry
    .flatMap(({ id, changes }) => changes.map((change) => ({ ...change, business: id })))
    .flatMap(({ business, field, value }) => {
      if (field === 'message_template_status_update') return newsOf(business, value);
      const account = value.metadata?.phone_number_id;
      if (account === undefined) return [];
      const names = new Map(value.contacts.map(({ wa_id: id, profile }) => [id, profile.name]));
      return [
        ...value.messages.flatMap((one) => factOf(account, one, names)),
        ...value.statuses.flatMap((one) => statusOf(account, one)),
      ];
    });
}

function factOf(account: string, given: unknown, names: Names): Fact[] {
  const read = messageShape.safeParse(given);
  // Without an id or a sender there is nobody whose message it could be.
  if (!read.success) return [];
  const one = read.data;
  const at = dateOf(one.timestamp);
  if (one.reaction) {
    const { message_id: providerId, emoji } = one.reaction;
    return [{ account, providerId, type: 'reaction', emoji, at: at.toISOString() }];
  }
  if (one.edit) {
    const { original_message_id: providerId, message: edited } = one.edit;
    const text = wordsOf(edited);
    // Without new words the old ones stay.
    return text === undefined ? [] : [{ account, providerId, type: 'edited', text, at: at.toISOString() }];
  }
  if (one.revoke)
    return [{ account, providerId: one.revoke.original_message_id, type: 'deleted', at: at.toISOString() }];
  const phone = `+${one.from.replace(/^\+/, '')}`;
  return [
    {
      account,
      providerId: one.id,
      type: 'message',
      from: { address: one.from, name: names.get(one.from) || phone, phone },
      at,
      answers: one.context?.id,
      ...writtenOf(one),
    },
  ];
}

/** What an edited message says: of a photo, what stands below it. */
const wordsOf = ({
  text,
  image,
  video,
  document,
}: NonNullable<WhatsappMessage['edit']>['message']): string | undefined =>
  text?.body ?? (image ?? video ?? document)?.caption;

function writtenOf(one: WhatsappMessage): Written {
  const { text, media, ...extra } = contentOf(one);
  const isForwarded = one.context?.forwarded === true || one.context?.frequently_forwarded === true;
  const { referral } = one;
  const all: MessageExtra = {
    ...extra,
    ...(isForwarded && { is_forwarded: true as const }),
    ...(referral && {
      referral: { url: referral.source_url, headline: referral.headline, body: referral.body },
    }),
  };
  const isPlain = all.kind === 'text' && Object.keys(all).length === 1;
  return { text, media, extra: isPlain ? undefined : all };
}

type Content = MessageExtra & { text: string };

const FILES = ['image', 'video', 'audio', 'document', 'sticker'] as const;

function contentOf(one: WhatsappMessage): Omit<Content, 'media'> & { media: readonly ProviderMedia[] } {
  if (one.text) return { kind: 'text', text: one.text.body, media: [] };
  for (const kind of FILES) {
    const file = one[kind];
    if (!file) continue;
    const media = { id: file.id, mime: file.mime_type.split(';')[0] ?? '', name: file.filename };
    return { kind: kind === 'audio' && file.voice ? 'voice' : kind, text: file.caption, media: [media] };
  }
  return { ...withoutFile(one), media: [] };
}

type Reader = (one: WhatsappMessage) => Omit<Content, 'media'> | undefined;

/** The first that knows what it is. */
const READERS: readonly Reader[] = [
  ({ location }) => location && { kind: 'location', text: '', location },
  ({ contacts }) => contacts && { kind: 'contacts', text: '', contacts: contacts.map(contactOf) },
  ({ button }) => button && { kind: 'choice', text: button.text },
  ({ interactive }) => {
    const title = interactive?.button_reply?.title ?? interactive?.list_reply?.title;
    return title ? { kind: 'choice', text: title } : undefined;
  },
  ({ order }) => order && { kind: 'order', text: order.text ?? '' },
  ({ system }) => system && { kind: 'system', text: system.body ?? '', named: system.type ?? 'system' },
];

function withoutFile(one: WhatsappMessage): Omit<Content, 'media'> {
  for (const reader of READERS) {
    const content = reader(one);
    if (content) return content;
  }
  const why = one.errors?.map(({ title, message }) => message || title).join('; ') ?? '';
  return { kind: 'unknown', text: why, named: one.type || 'unknown' };
}

function contactOf(contact: NonNullable<WhatsappMessage['contacts']>[number]) {
  return {
    name: contact.name.formatted_name,
    phones: contact.phones.map(({ phone }) => phone),
    emails: contact.emails.map(({ email }) => email),
  };
}

const STATES: Record<string, 'sent' | 'delivered' | 'read' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  // A voice message that was listened to.
  played: 'read',
  failed: 'failed',
};

function statusOf(account: string, given: unknown): Fact[] {
  const read = statusShape.safeParse(given);
  const state = read.success ? STATES[read.data.status] : undefined;
  if (!read.success || !state) return [];
  const { id, biz_opaque_callback_data: mark, errors } = read.data;
  const error = errors?.[0];
  return [
    {
      account,
      providerId: id,
      type: 'status',
      mark,
      state,
      fault: error ? faultOfWhatsapp(error.code, 0).fault : null,
      said: error ? error.error_data?.details || error.message || error.title : '',
    },
  ];
}

/** Seconds since 1970, as text; the moment of reading where that is no time, or has not come yet. */
function dateOf(seconds: string): Date {
  const now = new Date();
  const date = /^\d{1,10}$/.test(seconds) ? new Date(Number(seconds) * 1000) : now;
  return date > now ? now : date;
}
