import type { MessageMail } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { isOtherSubject, shortRecipients, unnamedRecipients } from './people.ts';
import { aMail } from '../test-tickets.ts';

const some = (count: number): MessageMail['to'] =>
  Array.from({ length: count }, (_, n) => ({ name: n === 0 ? 'Dewi' : '', address: `p${n}@mail.example` }));

it('counts whom a mail went to, also those that are not kept with it', () => {
  const mail = aMail({ to: some(50), cc: some(1), recipients: 5001 });
  expect(shortRecipients(mail)).toEqual({ names: 'Dewi, p1@mail.example, p2@mail.example', more: 4998 });
  expect(unnamedRecipients(mail)).toBe(4950);
  expect(shortRecipients(aMail({ to: some(1), recipients: 1 }))).toEqual({ names: 'Dewi', more: 0 });
});

it.each([
  ['Re: Parcel', 'Parcel', false],
  ['RE: Fwd: [#100077] parcel', 'Parcel', false],
  ['Re: Parcel [#100077]', 'Parcel', false],
  ['', 'Parcel', false],
  ['Something else', 'Parcel', true],
])('the subject %j on the ticket %j is another one: %j', (subject, ofTicket, isOther) => {
  expect(isOtherSubject(subject, ofTicket)).toBe(isOther);
});
