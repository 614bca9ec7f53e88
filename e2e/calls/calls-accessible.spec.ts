import { type Browser, type Page } from 'playwright/test';
import { startChat } from '../support/chat.ts';
import { openReadyPerson, openWidgetCall } from '../support/calls/screen-variant-calls.ts';
import { checkScreen } from '../support/check-screen.ts';
import {
  SCREEN_VARIANTS,
  openSignedIn,
  openSignedOut,
  type ScreenVariant,
  type ScreenContext,
} from '../support/screen-variants.ts';
import { goReady } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { WORDS } from '../support/words.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

// A trace of moving pictures would take longer than checking them.
test.use({ trace: 'off' });

const DETAILS = { en: 'Show details', id: 'Tampilkan rincian' } as const;

for (const look of SCREEN_VARIANTS) {
  test(`${look.name}: a call, from the first ring to the rating @full`, async ({ server }) => {
    test.setTimeout(240_000);
    const place = { browser, baseURL: server.url, look };
    const agent = await openReadyPerson(place, 'agent1');
    const { customer, frame, press } = await openWidgetCall(place, 'video');
    await checkScreen(customer, look, 'call-asking');
    await press();
    const pickUp = agent.getByRole('button', { name: 'Pickup' });
    await expect(pickUp).toBeVisible();
    await checkScreen(agent, look, 'call-incoming');
    await checkScreen(customer, look, 'call-waiting');
    await pickUp.click();
    await expect(agent.locator('video[aria-label="Putri Wulandari"]').first()).toBeVisible({
      timeout: 20_000,
    });
    await checkScreen(agent, look, 'call-video');
    const { calls: words } = WORDS[look.language];
    const window = agent.getByRole('region', { name: windowOf(look, 'Putri Wulandari') });
    for (const [name, label] of [
      ['people', words.people.title],
      ['chat', words.room.chat],
      ['devices', words.devices.title],
    ] as const) {
      await window.getByRole('button', { name: label, exact: true }).click();
      await expect(window.getByRole('complementary', { name: label })).toBeVisible();
      await expect(window.getByRole('button', { name: words.hangUp })).toBeInViewport({ ratio: 1 });
      await checkScreen(agent, look, `call-${name}`);
    }
    await window.getByRole('button', { name: words.devices.title, exact: true }).click();
    await expect(frame.locator('video').first()).toBeVisible();
    await checkScreen(customer, look, 'call-talking');
    await walkThroughMoves({ place, agent, customer });
    await frame.locator('.call-round.end').click();
    await expect(frame.locator('.call-stars')).toBeVisible();
    await checkScreen(customer, look, 'call-rating');
    await customer.context().close();
    await listenTo(place, agent.url());
    await agent.context().close();
  });

  test(`${look.name}: a call that nobody answers, and the one that is asked for instead @full`, async ({
    server,
  }) => {
    test.setTimeout(180_000);
    const place = { browser, baseURL: server.url, look };
    const agent = await openSignedIn(place, 'agent1');
    // An agent for messages only: so the site offers calls, and nobody answers them.
    await agent.goto('/tickets');
    await agent.request.put('/api/user/activity', { data: { user_activity_id: 2 } });
    await expect(agent.locator('button[data-activity="2"]')).toBeVisible();
    const { customer, frame, press } = await openWidgetCall(place, 'voice');
    await press();
    await frame.locator('.call-alternatives button').first().click();
    await checkScreen(customer, look, 'call-message');
    await frame.locator('.call-form > .quiet').click();
    await frame.locator('.call-alternatives button').last().click();
    await frame.locator('#call-back-day').selectOption({ index: 2 });
    await frame.locator('#phone').fill('+62 812 3456 7890');
    await checkScreen(customer, look, 'call-back-form');
    await frame.locator('.call-form .primary').click();
    await expect(frame.locator('.notice h2')).toBeVisible();
    await checkScreen(customer, look, 'call-back-arranged');
    await frame.locator('.notice .quiet').click();
    await checkScreen(customer, look, 'call-back-kept');

    const list = await agent.request.get('/api/tickets?sort=created&limit=1');
    const { data } = (await list.json()) as { data: { id: number }[] };
    await agent.goto(`/tickets/detail?id=${data[0]!.id}`);
    // On a narrow screen a button opens the details.
    if (look.isNarrow) await agent.getByRole('button', { name: DETAILS[look.language] }).click();
    await expect(agent.locator('[data-call-back]')).toBeVisible();
    await checkScreen(agent, look, 'call-back-ticket');
    const backs = await agent.request.get(`/api/tickets/${data[0]!.id}/call-backs`);
    const [back] = ((await backs.json()) as { data: { id: number }[] }).data;
    const called = await agent.request.post(`/api/call-backs/${back!.id}/call`, { data: {} });
    await expect(frame.locator('.call-ringing')).toBeVisible();
    await checkScreen(customer, look, 'call-back-rings');
    await frame.locator('.call-ringing .quiet').click();
    await expect(frame.locator('.call-alternatives')).toBeVisible();
    await checkScreen(customer, look, 'call-back-declined');

    await frame.locator('.call-alternatives button').last().click();
    await frame.locator('.call-form .primary').click();
    await expect(frame.locator('.notice h2')).toBeVisible();
    expect(called.ok()).toBe(true);
    await goReady(agent);
    const pickUp = agent.getByRole('button', { name: 'Pickup' });
    await expect(pickUp).toBeVisible();
    await checkScreen(agent, look, 'call-back-incoming');
    await frame.locator('.notice .secondary').click();
    await expect(pickUp).toBeHidden({ timeout: 20_000 });
    await agent.request.put('/api/user/activity', { data: { user_activity_id: 1 } });
    await customer.context().close();
    await agent.context().close();
  });

  test(`${look.name}: guests in the lobby of a voice call, and what they are told @full`, async ({
    server,
  }) => {
    test.setTimeout(240_000);
    const { calls: words } = WORDS[look.language];
    const place = { browser, baseURL: server.url, look };
    const agent = await openSignedIn(place, 'agent1');
    const { callId, room } = await linkTo(agent, server.url, 'voice');
    await agent.goto('/tickets');
    const window = agent.getByRole('region', { name: windowOf(look, 'Grace') });
    const button = (name: string) => window.getByRole('button', { name, exact: true });
    await expect(button(words.people.title)).toBeVisible({ timeout: 20_000 });

    const answer = await agent.request.post(`/api/calls/${callId}/guests`, { data: {} });
    const { pathname, search } = new URL(((await answer.json()) as { link: string }).link);
    const guest = await (await openSignedOut(place)).newPage();
    await guest.goto(server.url + pathname + search);
    const ask = guest.locator('form button[type="submit"]');
    await guest.locator('form input').fill('Budi Santoso');
    await checkScreen(guest, look, 'room-ask');
    await ask.click();
    await expect(guest.getByRole('heading', { name: words.room.waiting })).toBeVisible({ timeout: 20_000 });
    await checkScreen(guest, look, 'room-waiting');
    await expect(button(words.people.refuse)).toBeVisible({ timeout: 20_000 });
    await checkScreen(agent, look, 'call-knock');
    await button(words.people.refuse).click();
    await expect(guest.getByRole('heading', { name: words.room.refusedEntry })).toBeVisible();
    await checkScreen(guest, look, 'room-refused');
    await guest.getByRole('button', { name: words.room.askAgain }).click();
    await button(words.people.title).click();
    await button(words.people.letIn).click();
    await button(words.people.link).click();
    await expect(window.getByLabel(words.people.linkLabel)).toBeVisible();
    await checkScreen(agent, look, 'call-voice-people');
    await button(words.people.title).click();
    await button(words.hold.button).click();
    await expect(window.locator('[data-held]')).toBeVisible();
    await checkScreen(agent, look, 'call-voice-held');
    await button(words.people.title).click();
    await button(words.people.removeName.replace('{{name}}', 'Budi Santoso')).click();
    await expect(guest.getByRole('heading', { name: words.over.removed })).toBeVisible();
    await checkScreen(guest, look, 'room-removed');
    await guest.context().close();
    await agent.request.delete('/api/voip/daily/hangup', { data: { room_name: room, user_level_id: 1 } });
    await agent.context().close();
  });

  test(`${look.name}: a room opened by its link @full`, async ({ server }) => {
    test.setTimeout(180_000);
    const place = { browser, baseURL: server.url, look };
    const agent = await openSignedIn(place, 'agent1');
    const guest = await (await openSignedOut(place)).newPage();
    const { link, room, callId } = await linkTo(agent, server.url);
    await guest.goto(link);
    const join = guest.locator('form button[type="submit"]');
    await expect(join).toBeEnabled();
    await checkScreen(guest, look, 'room-lobby');
    await join.click();
    await expect(guest.locator('figure')).not.toHaveCount(0);
    await checkScreen(guest, look, 'room-alone');
    await agent.request.post(`/api/calls/${callId}/hold`, { data: { is_held: true } });
    await expect(guest.locator('[data-hold-music]')).toHaveCount(1);
    await checkScreen(guest, look, 'room-held');
    await agent.request.post(`/api/calls/${callId}/hold`, { data: { is_held: false } });
    await expect(guest.locator('[data-hold-music]')).toHaveCount(0);
    await showChat(guest);
    await checkScreen(guest, look, 'room-chat');
    // Otherwise the agent would still be in a call when the next look begins.
    await agent.request.delete('/api/voip/daily/hangup', {
      data: { room_name: room, user_level_id: 1 },
    });
    const { calls: words } = WORDS[look.language];
    await expect(guest.getByRole('heading', { name: words.room.ended })).toBeVisible();
    await checkScreen(guest, look, 'room-ended');
    await guest.goto(`${server.url}/rooms/nowhere?t=forged`);
    await expect(guest.getByRole('alert')).toBeVisible();
    await checkScreen(guest, look, 'room-wrong');
    await guest.context().close();
    await agent.context().close();
  });
}

/** Checks the player of the call's recording, for a user who may download and keep it. */
async function listenTo(place: ScreenContext, ticket: string): Promise<void> {
  const { look } = place;
  const { player: words } = WORDS[look.language];
  const page = await openSignedIn(place, 'supervisor');
  await page.goto(ticket);
  const play = page.getByRole('button', { name: words.play }).first();
  await play.click({ timeout: 30_000 });
  const pause = page.getByRole('button', { name: words.pause, exact: true });
  await expect(page.locator('video[data-shown="true"]').first()).toBeVisible();
  await pause.click();
  await pause.or(play).first().scrollIntoViewIfNeeded();
  await checkScreen(page, look, 'call-recording');
  await page.context().close();
}

type CallScreens = { place: ScreenContext; agent: Page; customer: Page };

/** Checks hold and invitations on every side that shows something of them. */
async function walkThroughMoves({ place, agent, customer }: CallScreens): Promise<void> {
  const { look } = place;
  const hold = agent.locator('[data-tool="hold"]');
  await hold.click();
  await expect(hold).toHaveAttribute('aria-pressed', 'true');
  await expect(customer.frameLocator('iframe[src*="/widget/"]').locator('[data-hold-music]')).toHaveCount(1);
  await checkScreen(agent, look, 'call-held');
  await checkScreen(customer, look, 'call-on-hold');
  await hold.click();
  await expect(hold).toHaveAttribute('aria-pressed', 'false');
  const colleague = await openReadyPerson(place, 'agent2');
  await agent.locator('[data-tool="move"]').click();
  const dialog = agent.getByRole('dialog');
  const way = dialog.locator('.mantine-SegmentedControl-label');
  const budi = dialog.getByRole('button', { name: /Budi Santoso/ });
  await expect(budi).toBeEnabled();
  await checkScreen(agent, look, 'call-whom');
  await way.nth(1).click();
  await checkScreen(agent, look, 'call-to-colleague');
  await way.nth(2).click();
  await checkScreen(agent, look, 'call-to-department');
  await way.first().click();
  await budi.click();
  const pickUp = colleague.getByRole('button', { name: 'Pickup' });
  await expect(pickUp).toBeVisible();
  await checkScreen(colleague, look, 'call-asked');
  await checkScreen(agent, look, 'call-ringing-colleague');
  await pickUp.click();
  await expect(agent.locator('video[aria-label="Budi Santoso"]').first()).toBeVisible({ timeout: 20_000 });
  await checkScreen(agent, look, 'call-three');
  await colleague.request.delete('/api/voip/daily/hangup', {
    data: { room_name: await roomOf(colleague), user_level_id: 1 },
  });
  await colleague.context().close();
}

async function roomOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/voip/daily/current');
  return ((await answer.json()) as { data: { joined: { room_name: string } } }).data.joined.room_name;
}

const windowOf = ({ language }: ScreenVariant, name: string) =>
  WORDS[language].calls.window.replace('{{name}}', name);

/** Starts a call by a request; the agent's page joins it only when it is opened afterwards. */
async function linkTo(
  agent: Page,
  url: string,
  kind = 'video',
): Promise<{ link: string; room: string; callId: number }> {
  const { ticketId } = await startChat(url, 'Grace');
  const answer = await agent.request.post(`/api/tickets/${ticketId}/calls`, {
    data: { kind, client_key: `look-${ticketId}-0001` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { link, data } = (await answer.json()) as {
    link: string;
    data: { room_name: string; call_id: number };
  };
  const { pathname, search } = new URL(link);
  return { link: url + pathname + search, room: data.room_name, callId: data.call_id };
}

async function showChat(guest: Page): Promise<void> {
  await guest.locator('footer button[aria-expanded]').first().click();
  await guest.locator('aside input').fill('Can you see my screen?');
  await guest.locator('aside form button').click();
  await expect(guest.locator('aside li')).toHaveCount(1);
}
