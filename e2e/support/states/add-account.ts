import { randomInt } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect } from '../test.ts';

/** Adds a WhatsApp number without deliveries; a new one for each look, because an id can be used once. */
export async function addAccount(page: Page): Promise<number> {
  const data = {
    provider: 'whatsapp',
    name: 'WhatsApp',
    department_id: 1,
    address: String(randomInt(1_000_000_000, 9_000_000_000)),
    shown_address: '+62 21 5550 1234',
    access_token: 'token',
    app_secret: 'secret',
  };
  const added = await page.request.post('/api/messaging-accounts', { data });
  expect(added.status()).toBe(200);
  return ((await added.json()) as { data: { id: number } }).data.id;
}
