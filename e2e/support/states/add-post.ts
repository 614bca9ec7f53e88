import type { Reference } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { expect } from '../test.ts';

/** Puts something on the notice board that everybody has to read, with formatted text. */
export async function addPost(page: Page): Promise<void> {
  const { data } = (await (await page.request.get('/api/reference')).json()) as { data: Reference };
  const added = await page.request.post('/api/information', {
    data: {
      title: 'New grinder',
      body: 'The G3 replaces the G2.',
      html: '<p>The <strong>G3</strong> replaces the G2.</p><ul><li><p>Quieter</p></li></ul><blockquote><p>See <a href="https://kopi.example">its page</a></p></blockquote>',
      category_id: data.information_categories[0]?.id,
      must_read: true,
      starts_at: null,
      ends_at: null,
    },
  });
  expect(added.status()).toBe(200);
}
