import { createVisitor, leaveMessage, LIMITS, startChat } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import {
  checkForm,
  serverProblemsOf,
  trimmedValues,
  maxLengthOf,
  OFFLINE_FIELDS,
  type ChatField,
} from './form.ts';

const all: ChatField[] = [
  { field: 'name', required: true },
  { field: 'email', required: true },
  { field: 'phone', required: false },
  { field: 'question', required: false },
];
const fine = { name: 'Putri', email: 'putri@example.com', phone: '', question: '' };

describe('the form', () => {
  it('is fine when the required fields are', () => {
    expect(checkForm(all, fine)).toEqual({});
  });

  it.each([
    [{ name: '   ' }, { name: 'missing' }],
    [{ email: '' }, { email: 'missing' }],
    [{ email: 'putri' }, { email: 'email' }],
    [{ phone: 'call me' }, { phone: 'phone' }],
    [{ phone: '123' }, { phone: 'phone' }],
    [{ name: 'x'.repeat(LIMITS.name + 1) }, { name: 'long' }],
    [{ question: 'x'.repeat(LIMITS.visitorBody + 1) }, { question: 'long' }],
  ])('complains about %o', (change, complaints) => {
    expect(checkForm(all, { ...fine, ...change })).toEqual(complaints);
  });

  it.each(['+62 812-3456-7890', '0812 3456 7890', '(022) 420 1234', ' 08123456 '])(
    'takes the phone number %s',
    (phone) => {
      expect(checkForm(all, { ...fine, phone })).toEqual({});
    },
  );

  it.each([
    'putri@example.com',
    'p.w+shop@mail.example.co.id',
    'a@b.co',
    "o'neil@example.com",
    'putri@example',
    '@example.com',
    'putri@@example.com',
    '.putri@example.com',
    'pu..tri@example.com',
    'r&d@example.com',
    'putri@-example.com',
    'putri wulandari@example.com',
    'putri@exam_ple.com',
  ])('judges %s as the server does', (email) => {
    const body = { client_key: 'k2345678', name: 'Putri', email };
    expect(checkForm(all, { ...fine, email }).email === undefined).toBe(
      startChat.body.safeParse(body).success,
    );
  });

  it('sends trimmed values, and nothing for what was left empty', () => {
    expect(trimmedValues(all, { name: ' Putri ', email: 'a@b.co', phone: ' ' })).toEqual({
      name: 'Putri',
      email: 'a@b.co',
    });
  });

  it('asks for name, address and message when nobody is there, as the server does', () => {
    expect(checkForm(OFFLINE_FIELDS, {})).toEqual({ name: 'missing', email: 'missing', question: 'missing' });
    expect(
      leaveMessage.body.safeParse({ client_key: 'k2345678', name: 'P', email: 'a@b.co', body: 'x' }).success,
    ).toBe(true);
    expect(createVisitor.body.safeParse({ language: 'id', page: '' }).success).toBe(true);
  });

  it('puts the server’s complaints to the fields', () => {
    expect(
      serverProblemsOf([{ path: 'email', message: 'no' }, { path: 'body', message: 'no' }, { path: 'x' }]),
    ).toEqual({
      email: 'email',
      question: 'long',
    });
    expect(serverProblemsOf(undefined)).toEqual({});
  });

  it('has the contract’s lengths', () => {
    expect([maxLengthOf('name'), maxLengthOf('email'), maxLengthOf('question')]).toEqual([
      LIMITS.name,
      LIMITS.identity,
      LIMITS.visitorBody,
    ]);
  });
});
