import { expect, it } from 'vitest';
import { limitHtmlDepth } from './limit-html-depth.ts';

const MOST = 10_000_000;

it('leaves a long table, a long list and many paragraphs whole, with and without their end tags', () => {
  for (const html of [
    `<table>${'<tr><td>a<td>b'.repeat(20_000)}</table>`,
    `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(20_000)}</table>`,
    `<ul>${'<li>a<br>'.repeat(20_000)}</ul>`,
    '<p>a<img src="b">'.repeat(20_000),
    `${'<div>'.repeat(500)}${'<p>a</p>'.repeat(5000)}${'</div>'.repeat(500)}`,
  ])
    expect(limitHtmlDepth(html, MOST)).toBe(html);
});

it('cuts what nests deeper than anybody writes, also where it is made of what usually ends by itself', () => {
  for (const deep of ['<div>', '<td><p><li>', '<li><td>', '<p><span>', '<x>', '<b></i>'])
    expect(limitHtmlDepth(deep.repeat(20_000), MOST).match(/<[a-z]/g)?.length).toBeLessThanOrEqual(2000);
});
