import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './copy.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A document with nothing focused, whose fields note what was selected when the browser was told to copy. */
function stubPage(isAllowed: boolean, clipboard?: { writeText: (text: string) => Promise<void> }) {
  const copied: string[] = [];
  const inPage = new Set<{ value: string }>();
  class Element {
    value = '';
    style = {};
    append = (field: Element) => inPage.add(field);
    remove = () => inPage.delete(this);
    select = () => undefined;
    focus = () => undefined;
    closest = () => null;
  }
  const execCommand = () => {
    if (isAllowed) copied.push(...[...inPage].map(({ value }) => value));
    return isAllowed;
  };
  const body = new Element();
  vi.stubGlobal('HTMLElement', Element);
  vi.stubGlobal('document', { activeElement: body, body, createElement: () => new Element(), execCommand });
  vi.stubGlobal('navigator', { clipboard });
  return { copied, inPage };
}

it('copies by a selected field where the page has no clipboard, as without HTTPS, or may not use it', async () => {
  const refusing = { writeText: () => Promise.reject(new Error('NotAllowedError')) };
  for (const clipboard of [undefined, refusing]) {
    const page = stubPage(true, clipboard);
    expect(await copyText('ABCD-1234\n')).toBe(true);
    expect(page.copied).toEqual(['ABCD-1234\n']);
    expect(page.inPage.size).toBe(0);
  }
});

it('tells when the browser lets it copy in no way', async () => {
  const page = stubPage(false);
  expect(await copyText('ABCD-1234')).toBe(false);
  expect(page.inPage.size).toBe(0);
});

it('leaves the page alone where the clipboard works', async () => {
  const written: string[] = [];
  const page = stubPage(true, { writeText: async (text) => void written.push(text) });
  expect(await copyText('ABCD-1234')).toBe(true);
  expect([written, page.copied]).toEqual([['ABCD-1234'], []]);
});
