import { expect, it } from 'vitest';
import { startMeta } from '../meta/server.ts';
import { createClock } from './clock.ts';
import { reviewTemplates } from './reviewer.ts';

it('a new template is approved after a while, or refused where it advertises under another name', async () => {
  const meta = await startMeta();
  const due: (() => void)[] = [];
  const clock = { ...createClock(), later: (_ms: number, work: () => void) => (due.push(work), () => {}) };
  reviewTemplates(meta, clock);
  const submit = (name: string, text: string) =>
    fetch(`${meta.url}/${meta.business.businessId}/message_templates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${meta.accessToken}` },
      body: JSON.stringify({
        name,
        language: 'en',
        category: 'UTILITY',
        components: [{ type: 'BODY', text }],
      }),
    });
  expect((await submit('ready', 'Your order is ready.')).status).toBe(200);
  expect((await submit('promo', 'A discount for you.')).status).toBe(200);
  expect((await submit('Not a name', 'Hello.')).status).toBe(400);
  const states = () => meta.templates.map(({ name, status }) => `${name} ${status}`);
  expect(states()).toEqual(['ready PENDING', 'promo PENDING']);
  for (const work of due) work();
  expect(states()).toEqual(['ready APPROVED', 'promo REJECTED']);
  await meta.close();
});
