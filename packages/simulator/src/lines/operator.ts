import type { Smsc } from '../smpp/server.ts';
import type { CustomerAccount } from './line.ts';

/** A phone in an operator's network, to which the desk is connected directly. */
export function operatorLine(smsc: Smsc, number: string): CustomerAccount {
  const phone = smsc.phone(`+${number}`);
  return {
    channel: 'operator',
    address: phone.number,
    sends: ['text'],
    send: (said) => phone.send(said.text),
    delivered(id) {
      phone.inbox.find((one) => one.id === id)?.tell();
      return Promise.resolve();
    },
    // Text messages have no read receipts and no reactions.
    read: undefined,
    react: undefined,
    listen(hear) {
      phone.holder = ({ id, text }) => hear({ id, text });
    },
  };
}
