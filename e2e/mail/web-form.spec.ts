import { randomUUID } from 'node:crypto';
import type { Customer, FormSpam, Reference, Ticket, WebForm } from '@trunkline/contract';
import type { Browser, FrameLocator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { hasDovecot, email, openMailDesk, type MailDesk } from '../support/mail/mail-desk.ts';
import { plainText } from '../support/mail/mail.ts';
import { openAs } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

// A web form, from its creation to the reply in the visitor's mailbox and back.

test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to answer from');
test.use({ ground: 'web-form' });

const SLOW = { timeout: 30_000 };
let desk: MailDesk;
let site: Awaited<ReturnType<typeof startSite>>;
let snippet = '';

test.beforeAll(async ({ server }) => {
  desk = await openMailDesk(server.url);
  site = await startSite(() => `<h1>Write to us</h1>${snippet}<p>Below the form</p>`);
});
test.afterAll(async () => {
  site.close();
  await desk.close();
});

const inForm = (page: Page): FrameLocator => page.frameLocator('iframe[title="Form"]');

/** Opens the site as a visitor, in a browser of their own. */
async function visit(browser: Browser, look: object = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...look });
  const page = await context.newPage();
  await page.goto(site.url);
  return page;
}

async function makeForm(more: Partial<WebForm['settings']> = {}): Promise<WebForm> {
  const form = await desk.ask<WebForm>('POST', '/api/web-forms', {
    name: `Form ${randomUUID().slice(0, 6)}`,
    department_id: 1,
    settings: {
      color: '#b42323',
      title: { en: 'Contact us', id: 'Hubungi kami' },
      intro: { en: 'We answer by e-mail.', id: 'Kami menjawab lewat email.' },
      thanks: { en: 'We have your message.', id: 'Pesan Anda sudah kami terima.' },
      default_language: 'en',
      asked: [
        { field: 'email', required: true },
        { field: 'phone', required: false },
      ],
      custom: [],
      mailbox_id: null,
      allowed_sites: [],
      ...more,
    },
  });
  return form;
}

const lineFor = ({ key }: WebForm, url: string): string =>
  `<script src="${url}/widget/form.js" data-form="${key}"></script>`;

test('made on the screen, filled in on a site, answered by mail, and the reply is on the same ticket', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  await admin.goto('/configurasi/config_media_chat');
  await admin.getByRole('button', { name: 'New form' }).click();
  const fields = admin.getByRole('group', { name: 'General' });
  await fields.getByLabel('Name').fill(' ');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(fields.getByText('This field is required.')).toBeVisible();
  await fields.getByLabel('Name').fill('Contact');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('heading', { name: 'Contact', exact: true })).toBeVisible();
  // The department's mailbox is preselected.
  await expect(admin.getByRole('combobox', { name: 'Mailbox' })).toHaveValue('Support');
  await admin.getByRole('textbox', { name: 'Allowed sites' }).fill(site.url);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Saved', { exact: true })).toBeVisible();
  await expect(
    admin.frameLocator('iframe[title="The form as visitors see it"]').getByRole('button', { name: 'Send' }),
  ).toBeVisible();
  snippet = await admin.getByRole('group', { name: 'Install' }).locator('pre').innerText();

  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  await agent.goto('/tickets?view=open');
  const visitor = await visit(browser);
  const form = inForm(visitor);
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Please check 3 fields.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Name' }).fill('Rina Hartono');
  await form.getByRole('textbox', { name: 'E-mail' }).fill('rina@mail');
  await form.getByRole('textbox', { name: 'Your message' }).fill('Is my grinder ready?\nI need it soon.');
  await form.getByRole('textbox', { name: 'Subject' }).fill('My grinder');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Enter a valid e-mail address.')).toBeVisible();
  await form.getByRole('textbox', { name: 'E-mail' }).fill('rina@mail.example');
  // The frame is as high as its content, complaints included, so that nothing scrolls.
  const hidden = () => form.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight);
  await expect.poll(hidden).toBeLessThanOrEqual(1);
  await form.getByRole('button', { name: 'Send' }).dblclick();
  await expect(form.getByRole('heading', { name: 'Sent' })).toBeFocused();
  await expect(form.getByText('We have your message and will answer')).toBeVisible();

  const row = agent.getByRole('listitem').filter({ hasText: 'My grinder' });
  await expect(row).toHaveCount(1, SLOW);
  await row.getByRole('link').click();
  await expect(agent.getByRole('log').getByText('I need it soon.')).toBeVisible();
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill('It is ready.');
  await agent.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(agent.getByText('Sent', { exact: true })).toBeVisible(SLOW);
  const mails = await desk.dovecot.list('rina');
  expect(mails).toHaveLength(1);
  const mail = plainText(mails[0] ?? '');
  expect(mail).toContain('It is ready.');
  expect(mail).toMatch(/^Subject: Re: My grinder \[#\d+-[0-9a-f]{10}\]/m);

  const [, answered = ''] = /^Message-ID: (<.+>)/im.exec(mail) ?? [];
  const headers = [`In-Reply-To: ${answered}`, `References: ${answered}`];
  const from = 'Rina Hartono <rina@mail.example>';
  await desk.arrive(email({ from, subject: 'Re: My grinder', text: 'I will come at noon.', headers }));
  await expect(agent.getByRole('log').getByText('I will come at noon.')).toBeVisible(SLOW);
  await expect(row).toHaveCount(1);
  for (const page of [admin, agent, visitor]) await page.context().close();
});

test('messages that look like spam are kept aside, and accepted from their list @full', async ({
  browser,
  baseURL,
}) => {
  const made = await makeForm({ mailbox_id: null });
  snippet = lineFor(made, baseURL ?? '');
  const visitor = await visit(browser);
  const form = inForm(visitor);
  await form.getByRole('textbox', { name: 'Name' }).fill('Links');
  await form.getByRole('textbox', { name: 'E-mail' }).fill('links@mail.example');
  const links = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example`).join(' ');
  await form.getByRole('textbox', { name: 'Your message' }).fill(`Buy now: ${links}`);
  await form.getByRole('button', { name: 'Send' }).click();
  // A spammer gets the same confirmation as everybody.
  await expect(form.getByText('We have your message.')).toBeVisible();
  expect(await desk.ask<FormSpam[]>('GET', `/api/web-forms/${made.id}/spam`)).toHaveLength(1);

  const admin = await openAs(browser, baseURL ?? '', 'admin');
  await admin.goto(`/configurasi/config_media_chat?id=${made.id}`);
  const list = admin.getByRole('list', { name: 'Suspected spam' });
  await expect(list.getByText('Contains many links.')).toBeVisible();
  await list.getByRole('button', { name: 'Not spam: No subject' }).click();
  await expect(admin.getByText('No spam.')).toBeVisible();
  await admin.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(admin.getByRole('log').getByText(/Buy now/)).toBeVisible();
  // A form without a mailbox is answered from one that is chosen first.
  await admin.getByRole('radiogroup').getByText('Reply').click();
  await expect(admin.getByRole('group', { name: 'Reply by' }).getByRole('button')).not.toHaveCount(0);
  await admin.getByRole('textbox', { name: 'Reply' }).fill('Hello');
  await expect(admin.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await admin.context().close();
  await visitor.context().close();
});

test('a site that is not allowed shows no form, and neither does an inactive form @full', async ({
  browser,
  baseURL,
}) => {
  const made = await makeForm({ allowed_sites: ['https://shop.example'] });
  snippet = lineFor(made, baseURL ?? '');
  const visitor = await visit(browser);
  await expect.poll(() => visitor.frames().length).toBe(2);
  await expect(inForm(visitor).getByRole('button', { name: 'Send' })).toHaveCount(0);
  // The form's own page is on our server.
  await visitor.goto(`${baseURL}/widget/${made.key}/form`);
  await expect(visitor.getByRole('button', { name: 'Send' })).toBeVisible();
  await desk.ask('PATCH', `/api/web-forms/${made.id}`, { is_active: false });
  const answer = await visitor.goto(`${baseURL}/widget/${made.key}/form`);
  expect(answer?.status()).toBe(404);
  await visitor.context().close();
});

for (const [name, look, send, title] of [
  ['wide, light, English', { viewport: { width: 1280, height: 800 } }, 'Send', 'Contact us'],
  [
    'narrow, dark, Indonesian',
    { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'id-ID' },
    'Kirim',
    'Hubungi kami',
  ],
] as const)
  test(`a form's own page can be used by everybody: ${name} @full`, async ({ browser, baseURL }, info) => {
    const made = await makeForm();
    const context = await browser.newContext(look);
    const page = await context.newPage();
    await page.goto(`${baseURL}/widget/${made.key}/form`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page).toHaveTitle(title);
    const look1 = async (what: string) => {
      await page.screenshot({ path: info.outputPath(`${what}.png`), fullPage: true });
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    };
    await look1('form');
    await page.getByRole('button', { name: send }).click();
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(3);
    await look1('complaints');
    // By keyboard alone: the field that traps spam is not among the tab stops.
    await page.locator('#name').focus();
    for (const words of ['Budi Santoso', `${randomUUID()}@mail.example`, '', 'Halo']) {
      await page.keyboard.type(words);
      await page.keyboard.press('Tab');
    }
    await expect(page.getByRole('button', { name: send })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toBeFocused(SLOW);
    await look1('thanks');
    await context.close();
  });

test('custom fields are asked for, each with its own input, and the answers are on ticket and customer @full', async ({
  browser,
  baseURL,
}) => {
  const { custom_fields: fields } = await desk.ask<Reference>('GET', '/api/reference');
  const free = fields.filter((field) => field.type_ids.length + field.category_ids.length === 0);
  const idOf = (name: string): number => free.find((field) => field.name === name)?.id ?? 0;
  const made = await makeForm({ asked: [], custom: free.map(({ id }) => ({ id, required: false })) });
  const look = { viewport: { width: 360, height: 900 }, colorScheme: 'dark', locale: 'en-US' } as const;
  const context = await browser.newContext(look);
  const page = await context.newPage();
  await page.goto(`${baseURL}/widget/${made.key}/form`);
  const name = `Fields ${randomUUID().slice(0, 8)}`;
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Order number' }).fill('A-17');
  await page.getByRole('combobox', { name: 'Product' }).selectOption({ index: 1 });
  await page.getByRole('checkbox', { name: 'VIP' }).check();
  const buys = page.getByRole('group', { name: 'Buys' });
  await buys.getByRole('checkbox').first().check();
  await page.getByRole('textbox', { name: 'Your message' }).fill('With fields');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('We have your message.')).toBeVisible(SLOW);
  const tickets = await desk.ask<Ticket[]>('GET', '/api/tickets?media=19&limit=50');
  const ticket = tickets.find((one) => one.customer_name === name);
  // Options of the demo workspace are numbered from 1.
  expect(ticket?.fields).toEqual({ [idOf('Order number')]: 'A-17', [idOf('Product')]: '1' });
  const customer = await desk.ask<Customer>('GET', `/api/customers/${ticket?.customer_id}`);
  expect(customer.fields).toEqual({ [idOf('VIP')]: true, [idOf('Buys')]: ['1'] });
  await context.close();
});

test('a submission whose answer was lost is sent again and makes one ticket; the typed text stays @full', async ({
  browser,
  baseURL,
}) => {
  const made = await makeForm();
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${baseURL}/widget/${made.key}/form`);
  const name = `Lost ${randomUUID().slice(0, 8)}`;
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${randomUUID()}@mail.example`);
  await page.getByRole('textbox', { name: 'Your message' }).fill('Only once');
  await page.route('**/api/forms/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('No connection.')).toBeVisible(SLOW);
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('Only once');
  await page.unroute('**/api/forms/*');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('We have your message.')).toBeVisible(SLOW);
  const tickets = await desk.ask<{ customer_name: string }[]>('GET', '/api/tickets?media=19&limit=50');
  expect(tickets.filter((ticket) => ticket.customer_name === name)).toHaveLength(1);
  await context.close();
});
