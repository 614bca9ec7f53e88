import { startServer, type TestServer } from '../support/server.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS, openSignedIn, openSignedOut } from '../support/screen-variants.ts';
import { goReady } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';
import { WORDS } from '../support/words.ts';

const SLOW = { timeout: 30_000 };
let server: TestServer;

test.beforeAll(async () => {
  // A server of its own, because its widgets would show in other journeys.
  server = await startServer();
});
test.afterAll(() => server.discard());

for (const look of SCREEN_VARIANTS)
  test(`${look.name}: an administrator sets up a chat for a site; a visitor there writes and gets a reply, and other sites get nothing @full`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const words = WORDS[look.language];
    const { chat: own } = words.settings;
    const place = { browser, baseURL: server.url, look };
    let snippet = '';
    const shop = await startSite(() => `<h1>Shop</h1>${snippet}`);
    const stranger = await startSite(() => snippet);

    const admin = await openSignedIn(place, 'admin');
    await admin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await admin.goto('/configurasi/config_media_chat');
    await admin.getByRole('button', { name: own.new }).click();
    const fields = admin.getByRole('group', { name: own.general });
    const save = admin.getByRole('button', { name: words.forms.save, exact: true });
    await fields.getByLabel(own.name).fill(' ');
    await save.click();
    await expect(fields.getByText(words.settings.required)).toBeVisible();
    const name = `Shop ${look.name}`;
    await fields.getByLabel(own.name).fill(name);
    await save.click();
    await expect(admin.getByRole('heading', { name, exact: true })).toBeVisible();

    // The preview follows typing before anything is saved, and shows the pre-chat form although no agent is available.
    const preview = admin.frameLocator(`iframe[title="${own['preview-label']}"]`);
    await expect(preview.getByRole('button', { name: words.chat.startChat })).toBeVisible(SLOW);
    await admin.getByLabel(own.color, { exact: true }).fill('#b42323');
    const fill = () =>
      preview.locator('html').evaluate(({ style }) => style.getPropertyValue('--fill-light'));
    await expect.poll(fill).toBe('#b42323');
    await admin.getByLabel(own.color, { exact: true }).fill('#b4');
    await expect.poll(fill).toBe('#0b6a79');
    await admin.getByLabel(own.color, { exact: true }).fill('#6340b5');
    await admin.getByText(own.left, { exact: true }).click();
    for (const language of ['en', 'id'] as const) {
      const group = admin.getByRole('group', { name: words.settings.app.languages[language] });
      await group.getByLabel(own['title-field']).fill(`Kopi Kita ${language}`);
      await group.getByLabel(own.greeting).fill(`Ask us (${language})`);
    }
    await expect(preview.getByRole('heading', { name: `Kopi Kita ${look.language}` })).toBeVisible();
    await expect(preview.getByText(`Ask us (${look.language})`)).toBeVisible();
    await admin.getByRole('combobox', { name: own.fields.phone }).selectOption('required');
    await admin.getByRole('combobox', { name: own.fields.email }).selectOption('off');
    await expect(preview.getByLabel(words.chat.fields.phone)).toBeVisible();
    await expect(preview.getByLabel(words.chat.fields.email)).toHaveCount(0);
    await admin.getByRole('switch', { name: own.call.voice }).click();
    await expect(preview.getByRole('button', { name: words.chat.call.voice, exact: true })).toHaveCount(0);

    const sites = admin.getByRole('textbox', { name: own.sites });
    await sites.fill(`${shop.url}/products\nnot a site`);
    await save.click();
    await expect(admin.getByText(own['site-bad'].replace('{{site}}', 'not a site'))).toBeVisible();
    await sites.fill(`${shop.url}/products`);
    await save.click();
    await expect(admin.getByText(words.settings.saved, { exact: true })).toBeVisible();
    await expect.poll(fill).toBe('#6340b5');
    await checkScreen(admin, look, 'widget-settings');
    await preview.locator('html').scrollIntoViewIfNeeded();
    await checkScreen(admin, look, 'widget-preview');
    await admin.getByRole('button', { name: own.copy, exact: true }).click();
    await expect(admin.getByText(words.shared.copied, { exact: true })).toBeVisible();
    snippet = await admin.evaluate(() => navigator.clipboard.readText());
    expect(snippet).toContain(`${server.url}/widget/loader.js`);

    const agent = await openSignedIn(place, 'agent1');
    await agent.goto('/tickets');
    await goReady(agent);

    const visitor = await (await openSignedOut(place)).newPage();
    await visitor.goto(shop.url);
    const launcher = visitor.locator('trunkline-chat button.launcher');
    await expect(launcher).toBeVisible();
    const box = await launcher.boundingBox();
    expect(box?.x).toBeLessThan(look.context.viewport.width / 2);
    await launcher.click();
    const chat = visitor.frameLocator('trunkline-chat iframe');
    await expect(chat.getByRole('heading', { name: `Kopi Kita ${look.language}` })).toBeVisible();
    const start = chat.getByRole('button', { name: words.chat.startChat });
    await chat.getByLabel(words.chat.fields.name).fill(`Rina ${look.name}`);
    await chat.getByLabel(words.chat.fields.question).fill('Is my grinder ready?');
    await start.click();
    await expect(chat.getByText(words.chat.complaint.phone)).toBeVisible();
    await expect(chat.getByLabel(words.chat.fields.email)).toHaveCount(0);
    await checkScreen(visitor, look, 'widget-on-the-site');
    await chat.getByLabel(words.chat.fields.phone).fill('+62 812 3456 7890');
    await start.click();

    const take = words.conversations.open.replace('{{name}}', `Rina ${look.name}`);
    await agent.getByRole('button', { name: take }).click(SLOW);
    await expect(agent.getByRole('log').getByText('Is my grinder ready?')).toBeVisible(SLOW);
    const reply = agent.getByRole('textbox', { name: words.tickets.composer.reply });
    await reply.fill('It is. Come by when you like.');
    await reply.press('Enter');
    await expect(chat.getByText('It is. Come by when you like.')).toBeVisible(SLOW);
    await chat.getByLabel(words.chat.write).fill('Thank you!');
    await chat.getByLabel(words.chat.write).press('Enter');
    await expect(agent.getByRole('log').getByText('Thank you!')).toBeVisible(SLOW);
    await checkScreen(visitor, look, 'widget-talk');

    // The same line on another site: the launcher does not appear, and the frame is refused.
    const refused = visitor.waitForResponse(
      (response) => response.url().includes('/api/livechat/') && response.status() === 403,
    );
    await visitor.goto(stranger.url);
    await refused;
    await expect(launcher).toBeHidden();
    await expect(visitor.locator('trunkline-chat iframe')).toBeHidden();

    // An inactive widget appears nowhere, and its page says so.
    await admin.getByRole('switch', { name: own['is-active'] }).click();
    await save.click();
    await expect(admin.getByText(own['preview-off'])).toBeVisible();
    await visitor.goto(shop.url);
    await expect(launcher).toBeHidden();

    for (const page of [visitor, agent, admin]) await page.context().close();
    shop.close();
    stranger.close();
  });
