import type { getChat, ResponseOf } from '@trunkline/contract';
import type { Locator, Page } from 'playwright/test';
import { callApi } from '../support/api.ts';
import { endChat, openChat, startChat } from '../support/chat.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

type TestFile = { name: string; type: string; base64?: string; bytes?: number };

const write = (page: Page) => page.getByRole('region', { name: 'Write' });
const field = (page: Page) => write(page).getByRole('textbox');
const fileNamed = (page: Page, name: string) => write(page).getByRole('listitem').filter({ hasText: name });

/** Makes the data of a clipboard or a drag with these files. */
const dragFiles = (page: Page, files: readonly TestFile[]) =>
  page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, type, base64 = '', bytes = 0 } of list) {
      const content = base64
        ? Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        : new Uint8Array(bytes);
      data.items.add(new File([content], name, { type }));
    }
    return data;
  }, files);

async function paste(page: Page, ...files: TestFile[]): Promise<void> {
  const data = await dragFiles(page, files);
  await field(page).evaluate(
    (box, clipboardData) =>
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    data,
  );
}

test('text typed after R or N while a ticket is still loading appears in its box; Escape cancels it @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Slow Visitor');
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  const ofTicket = new RegExp(`/api/tickets/${chat.ticketId}$`);
  for (const [key, name] of [
    ['r', 'Reply'],
    ['n', 'Note'],
  ] as const) {
    const arrive = await holdRequests(page, ofTicket);
    await page.goto(`/tickets?id=${chat.ticketId}`);
    const work = page.getByRole('region', { name: 'Conversation' });
    await expect(work.getByRole('status', { name: 'Loading' }).first()).toBeVisible();
    await page.keyboard.press(key);
    await page.keyboard.type('to the store');
    arrive();
    const box = page.getByRole('textbox', { name });
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('to the store');
    await page.keyboard.type('!');
    await expect(box).toHaveValue('to the store!');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await box.fill('');
    await page.unroute(ofTicket);
  }

  const arrive = await holdRequests(page, ofTicket);
  await page.goto(`/tickets/detail?id=${chat.ticketId}`);
  await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('no');
  await page.keyboard.press('Escape');
  arrive();
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('r');
  await expect(field(page)).toBeFocused();

  // What was left by Escape doesn't get the focus back from a dialog: the next key is a shortcut and no letter.
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(page)).not.toBeFocused();
  await endChat(server.url, chat);
  await page.context().close();
});

test('files are pasted and dropped into the reply, taken out again, and reach the customer @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { chat, page, close } = await openChat({ browser, baseURL, server }, 'Picture Visitor', {
    alone: true,
  });
  await field(page).fill('As you see');
  await paste(page, { name: 'screen.png', type: 'image/png', base64: PNG });
  await expect(write(page).getByRole('button', { name: 'Remove attachment screen.png' })).toBeVisible();
  await expect(field(page)).toHaveValue('As you see');

  const dataTransfer = await dragFiles(page, [
    { name: 'manual.pdf', type: 'application/pdf', bytes: 2000 },
    { name: 'wrong.txt', type: 'text/plain', bytes: 10 },
  ]);
  await field(page).dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText('Drop files to attach them')).toBeVisible();
  await field(page).dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('Drop files to attach them')).toBeHidden();
  await expect(write(page).getByRole('button', { name: 'Remove attachment manual.pdf' })).toBeVisible();
  await write(page).getByRole('button', { name: 'Remove attachment wrong.txt' }).click();
  await expect(fileNamed(page, 'wrong.txt')).toHaveCount(0);

  await field(page).press('Enter');
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await expect(conversation.getByRole('img', { name: 'Open screen.png' })).toBeVisible();
  await expect(conversation.getByRole('link', { name: 'Download manual.pdf' })).toBeVisible();
  await expect(write(page).getByRole('listitem')).toHaveCount(0);
  // The message is shown before the server has stored it.
  const namesThere = async () => {
    const { body } = await callApi<ResponseOf<typeof getChat>>(server.url, 'GET', '/api/livechat/chat', chat);
    return body.data.messages.flatMap(({ attachments }) => attachments.map(({ name }) => name));
  };
  await expect.poll(namesThere).toEqual(['screen.png', 'manual.pdf']);
  await close();
});

test('a file that did not arrive is tried again, and one that is too large is refused @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { page, close } = await openChat({ browser, baseURL, server }, 'Patient Visitor', { alone: true });
  await page.route('**/api/files', (route) => route.abort(), { times: 1 });
  await paste(page, { name: 'screen.png', type: 'image/png', base64: PNG });
  await expect(fileNamed(page, 'screen.png')).toContainText('Upload failed');
  await write(page).getByRole('button', { name: 'Try screen.png again' }).click();
  await expect(write(page).getByRole('button', { name: 'Remove attachment screen.png' })).toBeVisible();

  await paste(page, { name: 'film.mp4', type: 'video/mp4', bytes: 26 * 1024 * 1024 });
  await expect(page.getByText(/^film\.mp4 is larger than [\d.]+ MB\.$/)).toBeVisible();
  await expect(fileNamed(page, 'film.mp4')).toHaveCount(0);
  await close();
});

for (const [name, viewport] of Object.entries({
  'on a desk': { width: 1280, height: 720 },
  'on a phone': { width: 390, height: 700 },
})) {
  test(`toasts never cover the reply box or its buttons, ${name} @full`, async ({
    browser,
    baseURL,
    server,
  }) => {
    const chat = await startChat(server.url, 'Long Visitor');
    const page = await openAs(browser, baseURL ?? '', 'agent1', { viewport });
    for (const address of [`/tickets?id=${chat.ticketId}`, `/tickets/detail?id=${chat.ticketId}`]) {
      await page.goto(address);
      await field(page).fill('line\n'.repeat(12));
      const tooLarge = ['one', 'two', 'three', 'four', 'five'].map((word) => ({
        name: `${word}.mp4`,
        type: 'video/mp4',
        bytes: 26 * 1024 * 1024,
      }));
      await paste(page, ...tooLarge);
      const toasts = page.getByRole('status').filter({ hasText: 'is larger than' }).locator(':scope > *');
      await expect(toasts).toHaveCount(3);
      const top = (await boxOf(write(page))).y;
      for (const toast of await toasts.all()) {
        const { y, height } = await boxOf(toast);
        expect(y + height).toBeLessThan(top);
      }
      await write(page).getByRole('button', { name: 'Send', exact: true }).click({ trial: true });
    }
    await endChat(server.url, chat);
    await page.context().close();
  });
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return box;
}
