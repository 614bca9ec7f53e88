import type { Meta, MetaPhone } from '../meta/server.ts';
import type { CustomerMessageKind, CustomerAccount, CustomerMessage } from './line.ts';
import { ADVERTISEMENT, photoOf, LOCATION, STICKER, VOICE_NOTE } from './samples.ts';

export function whatsappLine(meta: Meta, number: string, name: string): CustomerAccount {
  const phone = meta.phone(number, name);
  const find = (id: string) => phone.inbox.find((one) => one.id === id);
  const sendStatus = async (id: string, state: string) => {
    const message = find(id);
    if (message) await phone.tell(message, state);
  };
  return {
    channel: 'whatsapp',
    address: `+${number}`,
    sends: ['text', 'photo', 'place', 'contact', 'sticker', 'voice', 'odd'],
    send: (said) => send(phone, said),
    delivered: (id) => sendStatus(id, 'delivered'),
    read: (id) => sendStatus(id, 'read'),
    react: (id, emoji) => phone.react(id, emoji),
    edit: phone.edit,
    takeBack: phone.takeBack,
    async press(id, title) {
      const message = find(id);
      if (message) await phone.press(message, title);
    },
    listen(hear) {
      phone.holder = ({ id, text, file, choices }) =>
        hear({ id, text, choices: choices.map(({ title }) => title), ...(file && { photo: file }) });
    },
  };
}

/** What the Cloud API delivers for a poll, which it does not pass on. */
const POLL = {
  type: 'unsupported',
  unsupported: { type: 'poll_creation' },
  errors: [
    {
      code: 131_051,
      title: 'Message type unknown',
      message: 'Message type unknown',
      error_data: { details: 'Message type is currently not supported.' },
    },
  ],
};

const SENDING: Record<
  Exclude<CustomerMessageKind, 'story_mention'>,
  (phone: MetaPhone, said: CustomerMessage) => Promise<string>
> = {
  text: (phone, { text, quotes, isReferred = false }) =>
    phone.send(text, {
      ...(quotes !== undefined && { context: { from: phone.business, id: quotes } }),
      ...(isReferred && { referral: REFERRAL }),
    }),
  photo(phone, said) {
    const { mime, bytes } = photoOf(said);
    return phone.sendFile('image', mime, bytes, said.text ? { caption: said.text } : {});
  },
  place: (phone) => phone.write({ type: 'location', location: LOCATION }),
  contact: (phone) => phone.write({ type: 'contacts', contacts: [contactOf(phone)] }),
  sticker: (phone) => phone.sendFile('sticker', STICKER.mime, STICKER.bytes, { animated: false }),
  voice: (phone) => phone.sendFile('audio', VOICE_NOTE.mime, VOICE_NOTE.bytes, { voice: true }),
  odd: (phone) => phone.write(POLL),
};

const send = (phone: MetaPhone, said: CustomerMessage): Promise<string> =>
  SENDING[said.kind === 'story_mention' ? 'text' : said.kind](phone, said);

const REFERRAL = {
  source_url: ADVERTISEMENT.url,
  source_id: ADVERTISEMENT.id,
  source_type: 'ad',
  headline: ADVERTISEMENT.title,
  body: ADVERTISEMENT.words,
  media_type: 'image',
};

const contactOf = ({ number }: MetaPhone) => ({
  name: { formatted_name: 'Sari, office', first_name: 'Sari' },
  phones: [{ phone: `+${number}`, type: 'WORK', wa_id: number }],
});
