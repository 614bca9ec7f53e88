import { expect, it } from 'vitest';
import { isAddress, readAddresses, appendRecipients } from './addresses.ts';

it.each([
  ['dewi@mail.example', [['', 'dewi@mail.example']]],
  [
    'Dewi <dewi@mail.example>; budi@mail.example,',
    [
      ['Dewi', 'dewi@mail.example'],
      ['', 'budi@mail.example'],
    ],
  ],
  [
    '"Lestari, Dewi" <dewi@mail.example>\nmailto:b@c.example',
    [
      ['Lestari, Dewi', 'dewi@mail.example'],
      ['', 'b@c.example'],
    ],
  ],
  [' , ;\n', []],
])('reads %j', (text, people) => {
  expect(readAddresses(text)).toEqual(people.map(([name, address]) => ({ name, address })));
});

it('knows what cannot be an address', () => {
  expect(readAddresses('dewi@mail.example, budi, @x').map(isAddress)).toEqual([true, false, false]);
});

it('names nobody twice', () => {
  const dewi = { name: 'Dewi', address: 'dewi@mail.example' };
  const again = { name: '', address: 'DEWI@mail.example' };
  const budi = { name: '', address: 'budi@mail.example' };
  expect(appendRecipients([dewi], [again, budi, budi])).toEqual([dewi, budi]);
});
