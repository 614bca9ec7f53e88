import { describe, expect, it } from 'vitest';
import { orderingKeys } from './ordering-keys.ts';

const SUPPORT = 'support@desk.example';
const person = (address: string) => ({ name: '', address });
type MailForKeys = Parameters<typeof orderingKeys>[0];
const mail = (own: Partial<MailForKeys>): MailForKeys => ({
  sender: person('rina@mail.example'),
  to: [person(SUPPORT)],
  cc: [],
  messageId: '',
  referenceIds: [],
  returned: [],
  subject: 'Grinder',
  ...own,
});
const shared = (a: MailForKeys, b: MailForKeys) =>
  [...orderingKeys(a, SUPPORT)].filter((key) => orderingKeys(b, SUPPORT).has(key)).length > 0;

describe('what mails have in common', () => {
  const first = mail({ messageId: 'one@mail.example', cc: [person('budi@mail.example')] });

  it.each<[string, Partial<MailForKeys>]>([
    ['the same sender', {}],
    ['an answer by somebody else', { sender: person('x@y.z'), referenceIds: ['one@mail.example'] }],
    ['a mail that came back', { sender: person('x@y.z'), returned: ['one@mail.example'] }],
    ['somebody who was copied in', { sender: person('budi@mail.example') }],
  ])('%s', (_, own) => expect(shared(first, mail(own))).toBe(true));

  it('the number of a ticket in the subject', () => {
    const [a, b] = ['a@x.example', 'b@x.example'].map((address) =>
      mail({ sender: person(address), subject: 'Re: Grinder [#100077]' }),
    );
    expect(shared(a!, b!)).toBe(true);
  });

  it('is nothing where strangers write to us, without any Message-ID', () => {
    const [a, b] = ['a@x.example', 'b@x.example'].map((address) => mail({ sender: person(address) }));
    expect(shared(a!, b!)).toBe(false);
  });
});
