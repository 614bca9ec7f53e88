import { buffer } from 'node:stream/consumers';
import { Media } from '@trunkline/contract';
import { z } from 'zod';
import {
  ProviderError,
  rethrowRepeatable,
  type OutgoingMessage,
  type OutgoingChoices,
  type OutgoingFile,
  type Provider,
  type ProviderAccount,
} from '../providers/provider.ts';
import type { GraphApi } from '../meta/graph.ts';
import { isSignedByMeta } from '../meta/signature.ts';
import { readDelivery } from './read.ts';
import { submitTemplate } from './new-template.ts';
import { fetchTemplates, templateOf } from './templates.ts';

const sent = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) });
const uploaded = z.object({ id: z.string().min(1) });
const described = z.object({ url: z.string() });
const done = z.object({ success: z.literal(true) });
const number = z.object({ display_phone_number: z.string().catch('') });

/** WhatsApp by Meta's Cloud API. An account's address is its phone number id. */
export function createWhatsapp(graph: GraphApi): Provider {
  return {
    provider: 'whatsapp',
    mediaId: Media.whatsapp,
    addressOf: (phone) => phone.replace('+', ''),
    // Audio messages cannot have a caption.
    textLimits: { alone: 4096, below: (mime) => (mime.startsWith('audio/') ? 0 : 1024) },
    choiceTextMost: 1024,
    isGenuine: isSignedByMeta,
    read: readDelivery,

    async send(account, to, { text, file, answers, mark, template, choices }) {
      const content = await contentOf(graph, account, { text, file, template, choices });
      const answer = await graph.call(`${account.address}/messages`, account.accessToken, sent, {
        method: 'POST',
        json: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          ...receiverOf(to),
          biz_opaque_callback_data: mark,
          ...(answers !== null && { context: { message_id: answers } }),
          ...content,
        },
      });
      return { providerId: answer.messages[0].id };
    },

    listTemplates: (account) => fetchTemplates(graph, account),
    submitTemplate: (account, template, file) => submitTemplate(graph, account, { template, file }),

    async openMedia(account, id, maxBytes) {
      const { url } = await graph.call(encodeURIComponent(id), account.accessToken, described);
      return graph.open(url, account.accessToken, maxBytes);
    },

    async show(account, sign, { providerId }) {
      await graph.call(`${account.address}/messages`, account.accessToken, done, {
        method: 'POST',
        json: {
          messaging_product: 'whatsapp',
          status: 'read',
          message_id: providerId,
          ...(sign === 'typing' && { typing_indicator: { type: 'text' } }),
        },
      });
    },

    async test(account) {
      const path = `${account.address}?fields=display_phone_number,verified_name,quality_rating`;
      const { display_phone_number: shownAddress } = await graph.call(path, account.accessToken, number);
      return { shownAddress };
    },
  };
}

/** Customers who hide their number have an id that begins with their country, such as ID.1349. */
const receiverOf = (address: string) =>
  /^[A-Z]{2}\./.test(address) ? { recipient: address } : { to: address };

type Content = Pick<OutgoingMessage, 'text'> & {
  template: OutgoingMessage['template'];
  choices: OutgoingMessage['choices'];
  file: OutgoingFile | undefined;
};

async function contentOf(
  graph: GraphApi,
  account: ProviderAccount,
  { text, file, template, choices }: Content,
) {
  if (template) {
    const media = file && { id: await uploadFile(graph, account, file), name: file.name };
    return { type: 'template', template: templateOf(template, media) };
  }
  if (choices) return choiceContent(text, choices);
  return file ? fileContent(graph, account, file, text) : textContent(text);
}

const textContent = (body: string) => ({ type: 'text', text: { body, preview_url: true } });

const MOST_BUTTONS = 3;

/** A few choices are sent as buttons, more as a list. */
function choiceContent(text: string, { titles, open }: OutgoingChoices) {
  const body = { text };
  const rows = titles.map((title, at) => ({ id: `choice-${at + 1}`, title }));
  const interactive =
    titles.length <= MOST_BUTTONS
      ? { type: 'button', body, action: { buttons: rows.map((reply) => ({ type: 'reply', reply })) } }
      : { type: 'list', body, action: { button: open, sections: [{ rows }] } };
  return { type: 'interactive', interactive };
}

/** Media types that the Cloud API accepts as image, video or audio; everything else is sent as a document. */
const KINDS: readonly [RegExp, 'image' | 'video' | 'audio', number][] = [
  [/^image\/(jpeg|png)$/, 'image', 5],
  [/^video\/(mp4|3gpp)$/, 'video', 16],
  [/^audio\/(aac|mp4|mpeg|amr|ogg)$/, 'audio', 16],
];
const MB = 1024 * 1024;

async function fileContent(graph: GraphApi, account: ProviderAccount, file: OutgoingFile, caption: string) {
  const kind =
    KINDS.find(([mimes, , most]) => mimes.test(file.mime) && file.size <= most * MB)?.[1] ?? 'document';
  const id = await uploadFile(graph, account, file);
  const named = kind === 'document' && { filename: file.name };
  const captioned = caption !== '' && { caption };
  return { type: kind, [kind]: { id, ...named, ...captioned } };
}

/** Uploads the file; returns its media id. */
async function uploadFile(graph: GraphApi, account: ProviderAccount, file: OutgoingFile): Promise<string> {
  if (file.size > 100 * MB)
    throw new ProviderError('media_refused', 'larger than 100 MB', { isRetryable: false });
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', file.mime);
  form.set('file', new Blob([await buffer(file.bytes())], { type: file.mime }), file.name);
  const { id } = await graph
    .call(`${account.address}/media`, account.accessToken, uploaded, { method: 'POST', form })
    .catch(rethrowRepeatable);
  return id;
}
