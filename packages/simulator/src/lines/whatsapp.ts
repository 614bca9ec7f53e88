import type { Meta, MetaPhone } from '../meta/server.ts';
import type { Line, Said } from './line.ts';
import { photoOf, PLACE, STICKER } from './samples.ts';

export function whatsappLine(meta: Meta, number: string, name: string): Line {
  const phone = meta.phone(number, name);
  const find = (id: string) => phone.inbox.find((one) => one.id === id);
  const tell = async (id: string, state: string) => {
    const message = find(id);
    if (message) await phone.tell(message, state);
  };
  return {
    channel: 'whatsapp',
    address: `+${number}`,
    sends: ['text', 'photo', 'place', 'contact', 'sticker'],
    send: (said) => send(phone, said),
    delivered: (id) => tell(id, 'delivered'),
    read: (id) => tell(id, 'read'),
    react: (id, emoji) => phone.react(id, emoji),
    listen(hear) {
      phone.holder = ({ id, text, file }) => hear({ id, text, ...(file && { photo: file }) });
    },
  };
}

function send(phone: MetaPhone, said: Said): Promise<unknown> {
  const { kind, text } = said;
  if (kind === 'photo') {
    const { mime, bytes } = photoOf(said);
    return phone.sendFile('image', mime, bytes, text ? { caption: text } : {});
  }
  if (kind === 'place') return phone.write({ type: 'location', location: PLACE });
  if (kind === 'contact') return phone.write({ type: 'contacts', contacts: [contactOf(phone)] });
  if (kind === 'sticker') {
    const { mime, bytes } = STICKER;
    return phone.sendFile('sticker', mime, bytes, { animated: false });
  }
  return phone.send(text);
}

const contactOf = ({ number }: MetaPhone) => ({
  name: { formatted_name: 'Sari, office', first_name: 'Sari' },
  phones: [{ phone: `+${number}`, type: 'WORK', wa_id: number }],
});
