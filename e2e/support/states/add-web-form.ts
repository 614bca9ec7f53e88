import { createHash, randomUUID } from 'node:crypto';
import type { FormChallenge } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { expect } from '../test.ts';

/** Adds a web form without a mailbox, with a message that counts as spam. */
export async function addWebForm(page: Page): Promise<number> {
  const data = {
    name: 'Contact',
    department_id: 1,
    settings: {
      color: '#0b6a79',
      title: { en: 'Contact us', id: 'Hubungi kami' },
      intro: { en: '', id: '' },
      thanks: { en: 'Thank you', id: 'Terima kasih' },
      default_language: 'en',
      asked: [],
      custom: [],
      mailbox_id: null,
      allowed_sites: [],
    },
  };
  const added = await page.request.post('/api/web-forms', { data });
  expect(added.status()).toBe(200);
  const { id, key } = ((await added.json()) as { data: { id: number; key: string } }).data;
  await writeAsMachine(page, key);
  return id;
}

async function writeAsMachine(page: Page, key: string): Promise<void> {
  const shown = (await (await page.request.get(`/api/forms/${key}`)).json()) as {
    data: { challenge: FormChallenge };
  };
  const { token, bits, wait_ms: wait } = shown.data.challenge;
  let solution = 0;
  while (zeroBits(`${token}:${solution}`) < bits) solution += 1;
  await page.waitForTimeout(wait);
  const sent = await page.request.post(`/api/forms/${key}`, {
    data: {
      client_key: randomUUID(),
      token,
      solution,
      language: 'en',
      name: 'Cheap watches',
      message: 'Buy a watch. Everybody does.',
      website: 'https://watches.example',
    },
  });
  expect(sent.status()).toBe(200);
}

const zeroBits = (text: string): number =>
  Math.clz32(createHash('sha256').update(text).digest().readUInt32BE(0));
