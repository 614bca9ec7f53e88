import { expect, it } from 'vitest';
import { cleanName } from './http.ts';
import { cleanFileName, fileHeaders } from './http/file-headers.ts';

it.each([
  ['photo.jpg', 'photo.jpg'],
  ['Angebot für Käse.pdf', 'Angebot für Käse.pdf'],
  ['invoice.pdf%0D%0ASet-Cookie: a=b', 'invoice.pdf Set-Cookie: a=b'],
  ['a\r\nb\tc\0d.txt', 'a b c d.txt'],
  ['%22quoted%22.txt', '"quoted".txt'],
  ['invoice\u202Efdp.exe', 'invoice fdp.exe'],
  ['\uD800.txt', '.txt'],
  ['%0d', 'file'],
  ['', 'file'],
])('a file named %j is called %j', (name, clean) => {
  expect(cleanName(name)).toBe(clean);
});

it('cuts what is too long to be a name', () => {
  expect(cleanName('x'.repeat(1000))).toHaveLength(255);
});

it('a file is stored under the end of a long name, in whole characters', () => {
  const name = cleanFileName(`${'😀'.repeat(200)}.jpeg`);
  expect(name).toBe(`${'😀'.repeat(195)}.jpeg`);
  const headers = fileHeaders({ name, mime: 'image/jpeg', size: 1 });
  expect(headers['content-disposition']).toContain('.jpeg');
});
