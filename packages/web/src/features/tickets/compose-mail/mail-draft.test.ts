import { type MailDraft, saveMailDraft, sendNewMail } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { draftBody, emptyMail, isWritten, mailBody, missingIn, readMail } from './mail-draft.ts';

const rina = { name: 'Rina', address: 'rina@mail.example' };
const whole: MailDraft = {
  ...emptyMail('key-00000001', [rina]),
  subject: ' Your order ',
  html: '<p>It is <strong>ready</strong>.</p>',
};

describe('what is missing', () => {
  it('is nothing where everything is there', () => {
    expect(missingIn(whole)).toEqual({});
    const file = { id: 'a', name: 'a.txt', mime: 'text/plain', size: 1, url: '/api/files/a' };
    expect(missingIn({ ...whole, html: '', files: [file] })).toEqual({});
  });

  it('is named by field, and what is no address among any of them', () => {
    expect(missingIn(emptyMail('key-00000001'))).toEqual({ to: 'to', subject: 'subject', html: 'html' });
    expect(missingIn({ ...whole, bcc: [{ name: '', address: 'nobody' }] })).toEqual({ to: 'wrong' });
    const many = Array.from({ length: 50 }, (_, n) => ({ name: '', address: `u${n}@mail.example` }));
    expect(missingIn({ ...whole, cc: many.slice(1) })).toEqual({});
    expect(missingIn({ ...whole, cc: many })).toEqual({ to: 'many' });
  });
});

it('makes a request that the contract takes', () => {
  const body = mailBody({ ...whole, cc: [{ name: '', address: 'cc@mail.example' }] }, 3);
  expect(sendNewMail.body.parse(body)).toEqual({
    fields: {},
    client_key: 'key-00000001',
    mailbox_id: 3,
    to: [rina],
    cc: [{ name: '', address: 'cc@mail.example' }],
    bcc: [],
    subject: 'Your order',
    html: '<p>It is <strong>ready</strong>.</p>',
    file_ids: [],
  });
  const later = mailBody(whole, 3, { in_seconds: 5 });
  expect(sendNewMail.body.parse(later)).toMatchObject({ send: { in_seconds: 5 } });
});

it('is kept as it is, right or not', () => {
  const wrong = { ...whole, to: [{ name: '', address: 'nobody' }], subject: '' };
  expect(saveMailDraft.body.parse(draftBody('', wrong)).draft).toMatchObject({ to: wrong.to, file_ids: [] });
  expect(saveMailDraft.body.parse(draftBody('x', null))).toEqual({ place: 'x', draft: null });
});

it('is read from what was kept, and begun anew where that is something else', () => {
  expect(readMail(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  for (const stored of [null, undefined, 'text', {}, { ...whole, to: 'rina@mail.example' }])
    expect(readMail(stored)).toBeUndefined();
});

it('is a draft once something would be lost: not by whom it is to from the start', () => {
  expect(isWritten(emptyMail('key-00000001', [rina]), 1)).toBe(false);
  expect(isWritten({ ...emptyMail('key-00000001', [rina]), html: '<p>Hi</p>' }, 1)).toBe(true);
  expect(isWritten(emptyMail('key-00000001', [rina]), 0)).toBe(true);
});
