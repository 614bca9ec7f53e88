import { startMeta, startTwilio, type Meta, type Twilio } from '../../packages/simulator/src/index.ts';
import { callApi, signIn } from '../support/api.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS } from '../support/screen-variants.ts';
import { goReady, openAs } from '../support/people.ts';
import { DEMO_PASSWORD, startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const SLOW = { timeout: 30_000 };
const NUMBER = '628111234567';
let meta: Meta;
let twilio: Twilio;
let server: TestServer;

test.beforeAll(async () => {
  [meta, twilio] = await Promise.all([startMeta(), startTwilio()]);
  // A server of its own, because its accounts would show in other journeys.
  server = await startServer({ env: { META_GRAPH_URL: meta.url, TWILIO_URL: twilio.url } });
  const admin = await signIn(server.url, 'admin', DEMO_PASSWORD);
  const add = async (body: object): Promise<string> => {
    const more = { department_id: 1, per_second: 1000, ...body };
    const { body: answer } = await callApi<{ data: { webhook_url: string } }>(
      server.url,
      'POST',
      '/api/messaging-accounts',
      { token: admin.token, body: more },
    );
    return answer.data.webhook_url;
  };
  meta.world.webhook = await add({
    provider: 'whatsapp',
    name: 'Our WhatsApp',
    address: meta.business.numberId,
    shown_address: meta.business.shown,
    business_id: meta.business.businessId,
    access_token: meta.accessToken,
    app_secret: meta.appSecret,
  });
  twilio.world.webhook = await add({
    provider: 'twilio',
    name: 'Our SMS',
    address: twilio.number,
    shown_address: twilio.number,
    business_id: twilio.accountSid,
    access_token: twilio.authToken,
  });
});
test.afterAll(async () => {
  await server.discard();
  await meta.close();
  await twilio.close();
});

test('a customer continues by SMS what they began by WhatsApp; the agent sees where the reply goes, and chooses @full', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server.url, 'agent1');
  await page.goto('/tickets');
  await goReady(page);
  const [whatsapp, sms] = [meta.phone(NUMBER, 'Rina Kusuma'), twilio.phone(`+${NUMBER}`)];
  await whatsapp.send('Is my grinder ready?');
  const offers = page.getByRole('region', { name: 'Waiting conversations' });
  await offers.getByRole('button', { name: /^Take it:/ }).click(SLOW);
  const box = page.getByRole('textbox', { name: 'Reply' });
  await box.fill('It is.');
  const place = page.getByLabel('Send from');
  await expect(place).toHaveCount(0);
  await box.press('Enter');
  await expect.poll(() => whatsapp.inbox.map(({ text }) => text), SLOW).toEqual(['It is.']);

  // What was begun stays where it was begun, and the box says where the customer wrote meanwhile.
  await box.fill('And it is');
  await sms.send('No data any more: is it open now?');
  await expect(page.getByRole('log').getByText('No data any more: is it open now?')).toBeVisible(SLOW);
  await expect(place.locator('option:checked')).toHaveText('Our WhatsApp');
  await expect(page.getByText('The customer last wrote to Our SMS.')).toBeVisible();
  await page.reload();
  await expect(box).toHaveValue('And it is');
  await expect(place.locator('option:checked')).toHaveText('Our WhatsApp');
  await box.fill('');
  const log = page.getByRole('log');
  await expect(log.getByText('Rina Kusuma started a chat on Our SMS')).toBeVisible();
  await expect(place).toHaveValue(/./);
  const chosen = place.locator('option:checked');
  await expect(chosen).toHaveText('Our SMS');
  await box.fill('Until six.');
  await box.press('Enter');
  await expect.poll(() => sms.inbox.map(({ text }) => text), SLOW).toEqual(['Until six.']);

  await place.selectOption('Our WhatsApp');
  await expect(page.getByText('The customer last wrote to Our SMS.')).toBeVisible();
  for (const look of SCREEN_VARIANTS) {
    await page.setViewportSize(look.context.viewport);
    await checkScreen(page, look, 'answer-place');
  }
  await box.fill('For when you are back: the address.');
  await box.press('Enter');
  await expect
    .poll(() => whatsapp.inbox.map(({ text }) => text), SLOW)
    .toEqual(['It is.', 'For when you are back: the address.']);
  expect(sms.inbox).toHaveLength(1);
});
