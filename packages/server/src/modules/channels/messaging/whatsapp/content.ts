import type { MessageExtra } from '@trunkline/contract';
import type { ProviderMedia, CustomerContent } from '../providers/provider.ts';
import type { WhatsappMessage } from './payload.ts';

/** The text of an edited message; of media, its caption. */
export const editedTextOf = ({
  text,
  image,
  video,
  document,
}: NonNullable<WhatsappMessage['edit']>['message']): string | undefined =>
  text?.body ?? (image ?? video ?? document)?.caption;

export function customerContentOf(one: WhatsappMessage): CustomerContent {
  const { text, media, ...extra } = contentOf(one);
  const isForwarded = one.context?.forwarded === true || one.context?.frequently_forwarded === true;
  const { referral } = one;
  const product = one.context?.referred_product;
  const all: MessageExtra = {
    ...extra,
    ...(isForwarded && { is_forwarded: true as const }),
    ...(product && { shared: { what: 'product' as const, title: product.product_retailer_id, url: '' } }),
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

/** The first reader that recognises the type. */
const READERS: readonly Reader[] = [
  ({ location }) => location && { kind: 'location', text: '', location },
  ({ contacts }) => contacts && { kind: 'contacts', text: '', contacts: contacts.map(contactOf) },
  ({ button }) => button && { kind: 'choice', text: button.text },
  ({ interactive }) => {
    const title = interactive?.button_reply?.title ?? interactive?.list_reply?.title;
    if (title) return { kind: 'choice', text: title };
    const filled = interactive?.nfm_reply;
    return filled && { kind: 'choice', text: answersOf(filled) };
  },
  ({ order }) => order && { kind: 'order', text: itemsOf(order) },
  ({ system }) => system && { kind: 'system', text: system.body ?? '', named: system.type ?? 'system' },
];

function withoutFile(one: WhatsappMessage): Omit<Content, 'media'> {
  for (const reader of READERS) {
    const content = reader(one);
    if (content) return content;
  }
  // `request_welcome`: the customer has opened the chat and not written yet.
  if (one.type === 'request_welcome') return { kind: 'system', text: '', named: one.type };
  const why = one.errors?.map(({ title, message }) => message || title).join('; ') ?? '';
  return {
    kind: 'unknown',
    text: why,
    named: kindOf(one),
  };
}

const kindOf = ({ unsupported, interactive, type }: WhatsappMessage): string =>
  [unsupported?.type, interactive?.type, type].find(Boolean) ?? 'unknown';

function contactOf(contact: NonNullable<WhatsappMessage['contacts']>[number]) {
  return {
    name: contact.name.formatted_name || (contact.phones[0]?.phone ?? ''),
    phones: contact.phones.map(({ phone }) => phone),
    emails: contact.emails.map(({ email }) => email),
  };
}

/** The answers of a flow, one per line, without the token that we sent with it. */
function answersOf({ name, body, response_json: json }: Filled): string {
  // For its own forms, such as an address, WhatsApp sends a text.
  if (name !== 'flow') return body;
  const answers = Object.entries(readObject(json)).filter(([key]) => key !== 'flow_token');
  const lines = answers.map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return lines.length > 0 ? lines.join('\n') : body;
}
type Filled = NonNullable<NonNullable<WhatsappMessage['interactive']>['nfm_reply']>;

function readObject(json: string): object {
  try {
    const given: unknown = JSON.parse(json);
    return typeof given === 'object' && given !== null ? given : {};
  } catch {
    return {};
  }
}

function itemsOf({ text, product_items: items }: NonNullable<WhatsappMessage['order']>): string {
  const lines = items.map(
    ({ product_retailer_id: product, quantity, item_price: price, currency }) =>
      `${quantity} × ${product} (${price} ${currency})`,
  );
  return [text, ...lines].filter(Boolean).join('\n');
}
