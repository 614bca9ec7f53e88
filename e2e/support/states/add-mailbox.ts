import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect } from '../test.ts';

/** Adds a mailbox whose server does not answer; a new one for each look, because an address can be used once. */
export async function addMailbox(page: Page): Promise<number> {
  const place = { host: '127.0.0.1', port: 1, security: 'none', auth: { kind: 'none' } };
  const data = {
    name: 'Support',
    address: `support-${randomUUID().slice(0, 8)}@shop.example`,
    department_id: 1,
    imap: place,
    smtp: place,
  };
  const added = await page.request.post('/api/mailboxes', { data });
  expect(added.status()).toBe(200);
  return ((await added.json()) as { data: { id: number } }).data.id;
}
