import type { Twilio } from '../twilio/server.ts';
import type { CustomerAccount } from './line.ts';
import { CONTACT_CARD, photoOf } from './samples.ts';

export function smsLine(twilio: Twilio, number: string): CustomerAccount {
  const phone = twilio.phone(`+${number}`);
  return {
    channel: 'sms',
    address: phone.number,
    sends: ['text', 'photo', 'contact'],
    send(said) {
      if (said.kind === 'contact') return phone.sendPicture(CONTACT_CARD.mime, CONTACT_CARD.bytes);
      if (said.kind !== 'photo') return phone.send(said.text);
      const { mime, bytes } = photoOf(said);
      return phone.sendPicture(mime, bytes, said.text);
    },
    async delivered(id) {
      const message = phone.inbox.find(({ sid }) => sid === id);
      if (message) await phone.tell(message, 'delivered');
    },
    // Text messages have no read receipts and no reactions.
    read: undefined,
    react: undefined,
    listen(hear) {
      phone.holder = ({ sid: id, text }) => hear({ id, text });
    },
  };
}
