import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

const agent = (id: number) => (id === 5 ? 'Dewi Lestari' : '');
const entryOf = (kind: 'note' | 'inbound', body: string, ...files: string[]) =>
  excerptOf({ kind, body, attachments: files.map((name) => ({ name })) }, agent);

it('names whom a note mentions, and shows nobody an id', () => {
  expect(entryOf('note', 'Ask @{5} first')).toBe('Ask @Dewi Lestari first');
  expect(entryOf('note', 'Ask @{9} first')).toBe('Ask @… first');
});

it('leaves what a customer wrote as it is', () => {
  expect(entryOf('inbound', 'Ask @{5} first')).toBe('Ask @{5} first');
});

it('names the files of who wrote nothing, and ends before it gets long', () => {
  expect(entryOf('inbound', '', 'a.png', 'b.png')).toBe('a.png, b.png');
  expect(entryOf('note', '😀'.repeat(200))).toBe('😀'.repeat(120));
});
