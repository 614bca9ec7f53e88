import { buffer } from 'node:stream/consumers';
import { Media } from '@trunkline/contract';
import { z } from 'zod';
import {
  ProviderError,
  rethrowRepeatable,
  type OutgoingChoices,
  type OutgoingFile,
  type Provider,
  type ProviderAccount,
} from '../providers/provider.ts';
import type { GraphApi } from './graph.ts';
import { readPages } from './read-pages.ts';
import { isSignedByMeta } from './signature.ts';

const MB = 1024 * 1024;
const sent = z.object({ message_id: z.string().min(1) });
const shown = z.object({ recipient_id: z.string() });
const uploaded = z.object({ attachment_id: z.string().min(1) });
const text = z.string().catch('');
const person = z.object({ name: text, username: text });
const page = z.object({
  id: z.string(),
  name: text,
  instagram_business_account: z.object({ id: z.string(), username: text }).optional().catch(undefined),
});

type PageTraits = Pick<Provider, 'provider' | 'mediaId' | 'textLimits' | 'choiceTextMost' | 'test'> & {
  /** The page that messages are sent from. */
  pageOf: (account: ProviderAccount) => string;
  personFields: string;
  /** Accepted media types by kind, and their size limits. */
  files: readonly FileKind[];
  /** Sent with an upload. */
  platform: string;
};
type FileKind = readonly [mimes: RegExp, type: 'image' | 'video' | 'audio' | 'file', mostBytes: number];

/** What Messenger and Instagram have in common: both speak the Messenger Platform. */
function createPages(
  graph: GraphApi,
  { pageOf, personFields, files, platform, ...own }: PageTraits,
): Provider {
  async function attach(account: ProviderAccount, file: OutgoingFile) {
    const known = files.find(([mimes, , most]) => mimes.test(file.mime) && file.size <= most);
    if (!known)
      throw new ProviderError('media_refused', `${file.mime}, ${file.size} bytes`, { isRetryable: false });
    const [, type] = known;
    const form = new FormData();
    form.set('platform', platform);
    form.set('message', JSON.stringify({ attachment: { type, payload: { is_reusable: false } } }));
    form.set('filedata', new Blob([await buffer(file.bytes())], { type: file.mime }), file.name);
    const path = `${pageOf(account)}/message_attachments`;
    const { attachment_id } = await graph
      .call(path, account.accessToken, uploaded, { method: 'POST', form })
      .catch(rethrowRepeatable);
    return { attachment: { type, payload: { attachment_id } } };
  }

  return {
    ...own,
    isGenuine: isSignedByMeta,
    read: readPages,

    async send(account, to, { text: words, file, answers, mark, choices }) {
      const content = file ? await attach(account, file) : wordsOf(words, choices);
      const { message_id: providerId } = await graph.call(
        `${pageOf(account)}/messages`,
        account.accessToken,
        sent,
        {
          method: 'POST',
          json: {
            recipient: { id: to },
            messaging_type: 'RESPONSE',
            message: { ...content, metadata: mark },
            ...(answers !== null && { reply_to: { mid: answers } }),
          },
        },
      );
      return { providerId };
    },

    // The URL is on the provider's file servers, which need no token, so none is sent.
    openMedia: (_account, url, maxBytes) => graph.open(url, undefined, maxBytes),

    async show(account, sign, { address }) {
      const json = {
        recipient: { id: address },
        sender_action: sign === 'read' ? 'mark_seen' : 'typing_on',
      };
      await graph.call(`${pageOf(account)}/messages`, account.accessToken, shown, { method: 'POST', json });
    },

    async profile(account, address) {
      const path = `${encodeURIComponent(address)}?fields=${personFields}`;
      const { name, username } = await graph.call(path, account.accessToken, person);
      return { name: name || username };
    },
  };
}

const wordsOf = (text: string, choices: OutgoingChoices | undefined) => ({
  text,
  ...(choices && {
    quick_replies: choices.titles.map((title) => ({ content_type: 'text', title, payload: title })),
  }),
});

/** Facebook Messenger. An account's address is its page's id. */
export const createMessenger = (graph: GraphApi): Provider =>
  createPages(graph, {
    provider: 'messenger',
    mediaId: Media.facebook,
    // A text and a file are sent as two messages.
    textLimits: { alone: 2000, below: () => 0 },
    choiceTextMost: 2000,
    pageOf: ({ address }) => address,
    personFields: 'name',
    platform: 'messenger',
    files: [
      [/^image\/(jpeg|png|gif|webp)$/, 'image', 8 * MB],
      [/^video\//, 'video', 25 * MB],
      [/^audio\//, 'audio', 25 * MB],
      [/./, 'file', 25 * MB],
    ],
    async test({ address, accessToken }) {
      const { id, name } = await graph.call(`${address}?fields=id,name`, accessToken, page);
      if (id !== address) throw wrongPageError(id);
      return { shownAddress: name };
    },
  });

/** Instagram, by way of the Facebook page that the account is connected with. Its address is the account's own id. */
export const createInstagram = (graph: GraphApi): Provider =>
  createPages(graph, {
    provider: 'instagram',
    mediaId: Media.instagram,
    textLimits: { alone: 1000, below: () => 0, sizeOf: (words) => Buffer.byteLength(words) },
    choiceTextMost: 1000,
    pageOf: ({ businessId }) => businessId,
    personFields: 'name,username',
    platform: 'instagram',
    files: [
      [/^image\/(jpeg|png|gif)$/, 'image', 8 * MB],
      [/^video\/(mp4|ogg|x-msvideo|quicktime|webm)$/, 'video', 25 * MB],
      [/^audio\/(aac|mp4|x-m4a|wav|x-wav|mpeg)$/, 'audio', 25 * MB],
      [/^application\/pdf$/, 'file', 25 * MB],
    ],
    async test({ address, businessId, accessToken }) {
      const path = `${businessId}?fields=id,name,instagram_business_account{id,username}`;
      const { instagram_business_account: own } = await graph.call(path, accessToken, page);
      if (own?.id !== address) throw wrongPageError(own?.id ?? '');
      return { shownAddress: own.username ? `@${own.username}` : own.id };
    },
  });

const wrongPageError = (id: string) =>
  new ProviderError('account_unknown', id ? `the page is connected with ${id}` : 'no account is connected', {
    isRetryable: true,
  });
