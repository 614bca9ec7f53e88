import type { MessageExtra } from '@trunkline/contract';
import type { ProviderMedia, CustomerContent } from '../providers/provider.ts';
import type { PageAttachment, PageMessage, PageReferral } from './page-payload.ts';

/** The content of a message of a customer, or of an agent in the provider's own inbox. */
export function contentOf(message: PageMessage): CustomerContent {
  const { text, quick_reply: chosen, reply_to: answered, referral } = message;
  const attachments = withoutOlder(message.attachments);
  const [first] = attachments;
  const what: MessageExtra = first ? attachmentOf(first) : { kind: chosen ? 'choice' : 'text' };
  const media = attachments.flatMap(fileOf);
  // Text beside an attachment of unknown kind is kept as the text.
  const known: MessageExtra = what.kind === 'unknown' && text !== '' ? { kind: 'text' } : what;
  const extra: MessageExtra = {
    ...known,
    ...(answered?.story && { shared: { what: 'story' as const, title: '', url: answered.story.url } }),
    ...(referral && { referral: referralOf(referral) }),
  };
  const isPlain = extra.kind === 'text' && Object.keys(extra).length === 1;
  return { text, media, extra: isPlain ? undefined : extra };
}

export const referralOf = ({
  ref,
  source,
  product,
  referer_uri: uri,
  ads_context_data: ad,
}: PageReferral) => ({
  url: uri,
  headline: ad?.ad_title || ref || product?.id || source,
  body: '',
});

/** While Meta was changing the type of stickers, each one came as both types. */
const withoutOlder = (attachments: readonly PageAttachment[]): readonly PageAttachment[] =>
  attachments.some(({ type }) => type === 'sticker')
    ? attachments.filter((one) => one.type === 'sticker' || !isSticker(one))
    : attachments;

const isSticker = ({ type, payload }: PageAttachment): boolean =>
  type === 'sticker' || (type === 'image' && Boolean(payload.sticker_id));

const FILES: Record<string, MessageExtra['kind']> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
};
type SharedKind = NonNullable<MessageExtra['shared']>['what'];
const SHARED: Record<string, SharedKind> = {
  fallback: 'link',
  share: 'post',
  post: 'post',
  ig_post: 'post',
  reel: 'reel',
  ig_reel: 'reel',
  story_mention: 'story_mention',
  ig_story: 'story',
  template: 'link',
};

function attachmentOf(attachment: PageAttachment): MessageExtra {
  const { type, title, payload } = attachment;
  if (isSticker(attachment)) return { kind: 'sticker' };
  const file = FILES[type];
  if (file) return { kind: file };
  if (type === 'location' && payload.coordinates) {
    const { lat: latitude, long: longitude } = payload.coordinates;
    return { kind: 'location', location: { latitude, longitude, name: title, address: '' } };
  }
  const what = SHARED[type];
  if (!what) return { kind: 'unknown', named: type || 'attachment' };
  const isProduct = attachment.payload.product !== undefined;
  return { kind: 'shared', shared: { what: isProduct ? 'product' : what, ...linkOf(attachment) } };
}

/** Each kind has its title and URL in other fields. */
function linkOf({ title, url, payload }: PageAttachment): { title: string; url: string } {
  const element = payload.generic?.elements[0];
  const product = payload.product?.elements[0];
  const first = (...texts: (string | undefined)[]) => texts.find(Boolean) ?? '';
  return {
    title: first(title, payload.title, element?.title, product?.title),
    url: first(payload.url, url, element?.item_url),
  };
}

/** Media to download: the provider's URLs expire, and a story is gone after a day. */
function fileOf({ type, payload }: PageAttachment): ProviderMedia[] {
  const isKept = FILES[type] !== undefined || type === 'sticker' || type === 'story_mention';
  if (!isKept || !payload.url) return [];
  return [{ id: payload.url, mime: '', name: type === 'file' ? payload.name || nameIn(payload.url) : '' }];
}

function nameIn(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  try {
    return decodeURIComponent(path.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
}
