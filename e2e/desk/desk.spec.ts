import type { Page } from 'playwright/test';
import { goReady, openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

async function startChat(page: Page, name: string, question: string) {
  await page.goto('/demo');
  await page.getByRole('button', { name: /chat/i }).first().click();
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  await frame.getByLabel('Name').fill(name);
  await frame.getByLabel('E-mail').fill(`${name.toLowerCase()}@mail.example`);
  await frame.getByLabel('How can we help?').fill(question);
  await frame.getByRole('button', { name: 'Start chat' }).click();
  await expect(frame.getByText(question)).toBeVisible();
  return frame;
}

test('a customer writes from the shop’s site, an agent takes it, answers and solves it', async ({
  browser,
  baseURL,
  page,
}) => {
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  await goReady(agent);
  const frame = await startChat(page, 'Joko', 'My grinder has stopped working');

  await agent.getByRole('button', { name: 'Take it: Joko' }).click();
  const conversation = agent.getByRole('log', { name: 'Conversation' });
  await expect(conversation.getByText('My grinder has stopped working')).toBeVisible();

  const box = agent.getByRole('textbox', { name: /reply/i });
  await box.fill('Have you tried another socket?');
  await expect(frame.getByText(/is typing/)).toBeVisible();
  await box.press('Enter');
  await expect(frame.getByText('Have you tried another socket?')).toBeVisible();
  await expect(conversation.getByText('Read', { exact: true })).toBeVisible();

  await frame.getByRole('textbox').fill('That was it, thank you!');
  await expect(agent.getByText(/Joko is typing/)).toBeVisible();
  await frame.getByRole('textbox').press('Enter');
  await expect(conversation.getByText('That was it, thank you!')).toBeVisible();

  await agent.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect(conversation.getByText('Dewi Lestari solved the ticket')).toBeVisible();
  await expect(frame.getByText(/solved/i)).toBeVisible();
  await frame.getByRole('textbox').fill('One more thing: is there a guarantee?');
  await frame.getByRole('textbox').press('Enter');
  await expect(conversation.getByText('One more thing: is there a guarantee?')).toBeVisible();
  await expect(agent.getByRole('button', { name: 'Solve', exact: true })).toBeVisible();
  await agent.context().close();
});

test('an offer that is not taken goes to the next agent @full', async ({ browser, baseURL, page }) => {
  const first = await openAs(browser, baseURL ?? '', 'agent1');
  const second = await openAs(browser, baseURL ?? '', 'agent6');
  await goReady(first);
  await goReady(second);
  await startChat(page, 'Siti', 'Do you ship to Makassar?');
  const offer = (agent: Page) => agent.getByRole('button', { name: 'Take it: Siti' });
  const hasIt = async (agent: Page) => offer(agent).isVisible();
  await expect
    .poll(async () => (await hasIt(first)) || (await hasIt(second)), { timeout: 15_000 })
    .toBe(true);
  const [offered, other] = (await hasIt(first)) ? [first, second] : [second, first];
  await offered.getByRole('button', { name: 'Not now: Siti' }).click();
  await expect(offer(other)).toBeVisible();
  await expect(offer(offered)).toBeHidden();
  await first.context().close();
  await second.context().close();
});

test('what one agent does appears on the other’s screen without a reload @full', async ({
  browser,
  baseURL,
}) => {
  const dewi = await openAs(browser, baseURL ?? '', 'agent1');
  const tom = await openAs(browser, baseURL ?? '', 'agent6');
  await dewi.goto('/tickets?view=unassigned');
  await tom.goto('/tickets?view=unassigned');
  const row = dewi.getByRole('option').or(dewi.getByRole('row')).or(dewi.getByRole('listitem')).first();
  await row.click();
  await dewi.waitForURL(/[?&]id=\d+/);
  const id = new URL(dewi.url()).searchParams.get('id');
  await tom.goto(`/tickets/detail?id=${id}`);
  const time = tom.getByRole('log', { name: 'Conversation' });
  await expect(time.getByText('Start of this ticket')).toBeVisible();
  await dewi.getByRole('button', { name: 'Take it', exact: true }).click();
  await expect(time.getByText('Dewi Lestari took the ticket')).toBeVisible();

  await dewi.keyboard.press('n');
  await dewi.getByRole('textbox', { name: /note/i }).fill('Called her, she calls back tomorrow');
  await expect(tom.getByText(/Dewi/).first()).toBeVisible();
  await dewi.keyboard.press('Enter');
  await expect(time.getByText('Called her, she calls back tomorrow')).toBeVisible();
  await dewi.context().close();
  await tom.context().close();
});

test('a reply and a note are two drafts, and survive a reload @full', async ({ browser, baseURL }) => {
  const agent = await openAs(browser, baseURL ?? '', 'agent2');
  await agent.goto('/tickets?view=mine');
  await agent.getByRole('option').or(agent.getByRole('listitem')).first().click();
  await agent.waitForURL(/[?&]id=\d+/);
  const write = async (kind: 'Reply' | 'Note', text: string) => {
    await agent.getByRole('radiogroup', { name: 'Write' }).getByText(kind, { exact: true }).click();
    const saved = agent.waitForResponse((response) => response.url().includes('/draft') && response.ok());
    await agent.getByRole('textbox', { name: kind }).fill(text);
    await saved;
  };
  await write('Reply', 'Half a thought');
  await write('Note', 'Look up the invoice');
  await agent.reload();
  await expect(agent.getByRole('textbox', { name: 'Note' })).toHaveValue('Look up the invoice');
  await agent.getByText('Reply', { exact: true }).click();
  await expect(agent.getByRole('textbox', { name: 'Reply' })).toHaveValue('Half a thought');
  await agent.getByText('Note', { exact: true }).click();
  await agent.getByRole('textbox', { name: 'Note' }).press('Enter');
  const conversation = agent.getByRole('log', { name: 'Conversation' });
  await expect(conversation.getByText('Look up the invoice')).toBeVisible();
  await agent.reload();
  await expect(agent.getByRole('textbox', { name: 'Reply' })).toHaveValue('Half a thought');
  await agent.context().close();
});

test('a screen that was offline shows what happened meanwhile @full', async ({ browser, baseURL }) => {
  const dewi = await openAs(browser, baseURL ?? '', 'agent1');
  const tom = await openAs(browser, baseURL ?? '', 'agent6');
  const { data } = (await (await dewi.request.get('/api/tickets?assignee=me&limit=1')).json()) as {
    data: { id: number }[];
  };
  const id = data[0]?.id;
  await tom.goto(`/tickets/detail?id=${id}`);
  await expect(tom.getByText('Start of this ticket')).toBeVisible();
  await tom.context().setOffline(true);
  await dewi.request.post(`/api/tickets/${id}/notes`, {
    data: { client_key: 'while-offline-1', body: 'Written while Tom was away' },
  });
  await tom.context().setOffline(false);
  await expect(tom.getByText('Written while Tom was away')).toBeVisible({ timeout: 30_000 });
  await dewi.context().close();
  await tom.context().close();
});
