import type { Browser } from 'playwright/test';
import {
  hasAsterisk,
  startAsterisk,
  startPhone,
  type Gateway,
} from '../../packages/server/test/telephony/asterisk.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS } from '../support/screen-variants.ts';
import { goReady, openAs } from '../support/people.ts';
import { connectGateway, openRegisteredPhone, launchPhone } from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';
import { WORDS } from '../support/words.ts';

test.describe.configure({ mode: 'serial' });
test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'phone-call-backs' });

const PATIENT = { timeout: 40_000 };
let gateway: Gateway;
let browser: Browser;

test.beforeAll(async ({ server }) => {
  test.setTimeout(90_000);
  gateway = await startAsterisk();
  browser = await launchPhone();
  await connectGateway(await openAs(browser, server.url, 'admin'), gateway);
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

for (const look of SCREEN_VARIANTS) {
  test(`${look.name}: a call is promised, rings at who is free, and their phone calls the customer @full`, async ({
    server,
  }) => {
    test.setTimeout(150_000);
    const { tickets, calls, phone: words } = WORDS[look.language];
    const number = `+62812888800${look.isNarrow ? '11' : '12'}`;
    const outside = await startPhone({ sip: gateway.sip, port: gateway.ports.carrier, talkMs: 3000 });
    const page = await openAs(browser, server.url, 'agent1', look.context);
    await page.request.patch('/api/user', { data: { language: look.language, theme: 'system' } });
    // Offline until the call-back is arranged, so that nobody takes the first call.
    await page.request.put('/api/user/activity', { data: { user_activity_id: 1 } });
    await openRegisteredPhone(page);
    const made = await page.request.post('/api/customers', {
      data: { name: 'Sari Janji', identities: [{ kind: 'phone', value: number }] },
    });
    const { data: customer } = (await made.json()) as { data: { id: number } };
    const { data: reference } = (await (await page.request.get('/api/reference')).json()) as {
      data: { departments: { id: number }[] };
    };
    const opened = await page.request.post('/api/tickets', {
      data: {
        customer_id: customer.id,
        subject: 'An invoice',
        client_key: `promised-${look.name}`,
        department_id: reference.departments[0]?.id,
      },
    });
    const { data: ticket } = (await opened.json()) as { data: { id: number } };
    await page.goto(`/tickets/detail?id=${ticket.id}`);
    await page.locator('button[data-line="ready"]').waitFor();
    if (look.isNarrow) await page.getByRole('button', { name: tickets.action.showDetails }).click();
    const backs = page.getByRole('region', { name: tickets.callBack.title });
    await backs.getByRole('button', { name: tickets.callBack.promise }).click();
    const form = page.getByRole('dialog', { name: tickets.callBack.promiseTitle });
    await expect(form.getByLabel(tickets.callBack.number)).toHaveValue(number);
    await checkScreen(page, look, 'phone-call-back-promise');
    await form.getByRole('button', { name: tickets.callBack.promise }).click();
    await expect(backs.getByText(tickets.callBack.state.ringing)).toBeVisible(PATIENT);
    await checkScreen(page, look, 'phone-call-back-waits');

    await goReady(page);
    const ring = page.getByRole('dialog', { name: 'Incoming Voip' });
    await expect(ring.getByText(calls.byTelephone)).toBeVisible(PATIENT);
    await checkScreen(page, look, 'phone-call-back-rings');
    await ring.getByRole('button', { name: 'Pickup' }).click();
    // The agent's own phone answers by itself, and the customer's rings.
    await expect(page.getByRole('region', { name: words.call })).toBeVisible(PATIENT);
    const done = page.locator('[data-call-back="done"]');
    await expect(done).toBeAttached(PATIENT);
    await expect(page.getByRole('region', { name: words.call })).toBeHidden(PATIENT);
    await outside.stop();
    await page.context().close();
  });
}
