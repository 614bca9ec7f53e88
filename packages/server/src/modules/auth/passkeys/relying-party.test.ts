import { expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

it.each([
  ['https://desk.centre.example', { id: 'desk.centre.example', origin: 'https://desk.centre.example' }],
  [
    'https://desk.centre.example:8443',
    { id: 'desk.centre.example', origin: 'https://desk.centre.example:8443' },
  ],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['https://192.0.2.7', 'numeric'],
  ['http://127.0.0.1:3000', 'numeric'],
  ['https://[2001:db8::1]', 'numeric'],
  ['http://desk.centre.example', 'insecure'],
])('%s has passkeys for %j', (address, party) => {
  expect(relyingPartyOf(address)).toEqual(party);
});
