import type { MailPerson } from '../mail/people.ts';
import type { CustomerAccount } from './line.ts';
import { photoOf } from './samples.ts';

/** A customer's mail program. E-mail reports neither delivery nor reading. */
export function mailLine(person: MailPerson): CustomerAccount {
  return {
    channel: 'email',
    address: person.address,
    sends: ['text', 'photo'],
    send: (said) => person.write(said.text, said.kind === 'photo' ? photoOf(said) : undefined),
    delivered: undefined,
    read: undefined,
    react: undefined,
    listen(hear) {
      person.holder = hear;
    },
  };
}
