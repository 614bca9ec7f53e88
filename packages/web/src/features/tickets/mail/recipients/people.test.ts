import type { MessageMail } from '@trunkline/contract';
import { expect, it } from 'vitest';
import {
  addresseeOf,
  isOtherSubject,
  shortRecipients,
  unnamedRecipients,
  claimedSenderOf,
} from './people.ts';
import { aCustomer, aMail } from '../../test-tickets.ts';

const some = (count: number): MessageMail['to'] =>
  Array.from({ length: count }, (_, n) => ({ name: n === 0 ? 'Dewi' : '', address: `p${n}@mail.example` }));

it('counts whom a mail went to, also those that are not kept with it', () => {
  const mail = aMail({ to: some(50), cc: some(1), recipients: 5001 });
  expect(shortRecipients(mail, 'Bcc')).toEqual({
    names: 'Dewi, p1@mail.example, p2@mail.example',
    more: 4998,
  });
  expect(unnamedRecipients(mail)).toBe(4950);
  expect(shortRecipients(aMail({ to: some(1), recipients: 1 }), 'Bcc')).toEqual({ names: 'Dewi', more: 0 });
});

it('marks who got it in secret', () => {
  const bcc = [{ name: 'Boss', address: 'boss@mail.example' }];
  const mail = aMail({
    to: some(1),
    cc: [{ name: 'Budi', address: 'budi@mail.example' }],
    bcc,
    recipients: 3,
  });
  expect(shortRecipients(mail, 'Bcc')).toEqual({ names: 'Dewi, Budi, Boss (Bcc)', more: 0 });
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

it('calls the customer as the desk does, and whoever else is written to as they call themselves', () => {
  const value = 'Rina@mail.example';
  const identities = [{ id: 1, kind: 'email' as const, value, is_verified: true }];
  const rina = aCustomer({ id: 1, name: 'Rina Wijaya', identities });
  expect(addresseeOf([{ name: 'R.', address: 'rina@mail.example' }], rina)).toBe('Rina Wijaya');
  expect(addresseeOf([{ name: 'Boss', address: 'boss@mail.example' }], rina)).toBe('Boss');
  expect(addresseeOf([{ name: '', address: 'boss@mail.example' }], rina)).toBe('boss@mail.example');
  expect(addresseeOf([], rina)).toBe('Rina Wijaya');
});

it('tells of an unproven mail whom it names, and who would be answered', () => {
  const at = (address: string) => ({ name: '', address });
  const form = aMail({ from: at('attacker@bad.test'), claimed_from: at('support@desk.test') });
  const answered = 'attacker@bad.test';
  expect(claimedSenderOf(form)).toEqual({ address: 'support@desk.test', answered });
  const elsewhere = aMail({ from: at('rina@mail.example'), reply_to: at(answered) });
  expect(claimedSenderOf(elsewhere)).toEqual({ address: 'rina@mail.example', answered });
  expect(claimedSenderOf(aMail({ from: at('a@b.example') }))).toEqual({
    address: 'a@b.example',
    answered: null,
  });
});
