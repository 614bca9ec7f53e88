import { expect, it } from 'vitest';
import { htmlOfText, emailHtml } from './html-of-text.ts';

it.each([
  ['Hello', 'Hello'],
  ['1 < 2 & "3"\nnext', '1 &lt; 2 &amp; &quot;3&quot;<br>next'],
  ['Hello\n\nBye', '<p>Hello</p><p>Bye</p>'],
])('%j becomes %j', (text, html) => {
  expect(htmlOfText(text)).toBe(html);
});

it('a draft of plain text becomes HTML, one of HTML stays as it is', () => {
  expect(emailHtml('<3 you\n& me')).toBe('&lt;3 you<br>&amp; me');
  expect(emailHtml('<p>Hello</p>')).toBe('<p>Hello</p>');
  expect(emailHtml('')).toBe('');
});
