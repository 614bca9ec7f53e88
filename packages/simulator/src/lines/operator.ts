import type { Smsc } from '../smpp/server.ts';
import type { CustomerAccount } from './line.ts';

/** A phone on the network of an operator, which the desk has a line of its own to. */
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
    // Text messages do not tell whether they were read, and know no reactions.
    read: undefined,
    react: undefined,
    listen(hear) {
      phone.holder = ({ id, text }) => hear({ id, text });
    },
  };
}
