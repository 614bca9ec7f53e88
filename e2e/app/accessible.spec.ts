import { randomUUID } from 'node:crypto';
import type { ConversationOffer, Ticket } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { pagesFor } from '../../packages/web/src/app/pages.ts';
import { callApi, signInOnce } from '../support/api.ts';
import { checkScreen } from '../support/check-screen.ts';
import {
  SCREEN_VARIANTS,
  openSignedIn,
  openSignedOut,
  type ScreenVariant,
} from '../support/screen-variants.ts';
import { goInApp, withoutLoading } from '../support/go-in-app.ts';
import { goReady } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { CUSTOMER_STATES } from '../support/states/customer-states.ts';
import { DESK_LIST_STATES } from '../support/states/desk-list-states.ts';
import { RELATION_STATES } from '../support/states/relation-states.ts';
import { DESK_STATES } from '../support/states/desk-states.ts';
import { FIELD_STATES } from '../support/states/field-states.ts';
import { INTEGRATION_STATES } from '../support/states/integration-states.ts';
import { SHELL_STATES } from '../support/states/shell-states.ts';
import { LEVEL_STATES } from '../support/states/level-states.ts';
import { LIST_STATES } from '../support/states/list-states.ts';
import { RULE_STATES } from '../support/states/rule-states.ts';
import { PAGE_STATES } from '../support/states/page-states.ts';
import { TEMPLATE_STATES } from '../support/states/template-states.ts';
import type { State } from '../support/states/state.ts';
import { SIGNED_OUT_STATES } from '../support/states/signed-out-states.ts';
import { NEW_MAIL_STATES } from '../support/states/new-mail-states.ts';
import { walkOfflineChat, walkChat } from '../support/states/visitor-states.ts';
import { expect, test } from '../support/test.ts';
import { WORDS } from '../support/words.ts';

// A trace of hundreds of pages would take longer than checking them.
test.use({ trace: 'off' });

/** Taken from the registry, so that a new page is checked without another line here. */
const MENU_PAGES = pagesFor(() => true);

/** The states that represent each kind of page and need no other state before them. */
const MAIN = [
  'tickets-mine',
  'ticket-in-desk',
  'ticket-create',
  'search',
  'settings-telephone',
  'monitoring',
  'customers',
  'customer',
  'settings-mail',
  'settings-chat',
];

test('the main pages', async ({ browser, baseURL }) => {
  const [look] = SCREEN_VARIANTS;
  if (!look) throw new Error('there is no look');
  const stranger = await (await openSignedOut({ browser, baseURL: baseURL ?? '', look })).newPage();
  await walk(stranger, { look, states: SIGNED_OUT_STATES.filter(({ name }) => name === 'login') });
  const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
  const all = [...DESK_STATES, ...SHELL_STATES, ...INTEGRATION_STATES, ...LEVEL_STATES, ...PAGE_STATES];
  const states = all.filter(({ name }) => MAIN.includes(name));
  expect(states.map(({ name }) => name).toSorted()).toEqual(MAIN.toSorted());
  await walk(page, { look, states, ticketId: await talkedTicket(page) });
});

for (const look of SCREEN_VARIANTS) {
  test.describe(look.name, () => {
    // The tests of one look run one after the other, because they share a server; each look has its own.
    test.describe.configure({ mode: 'default' });
    const words = WORDS[look.language];

    test('before signing in @full', async ({ browser, baseURL }) => {
      const context = await openSignedOut({ browser, baseURL: baseURL ?? '', look });
      await walk(await context.newPage(), { look, states: SIGNED_OUT_STATES });
      await context.close();
    });

    test('signed in @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      const states = [...DESK_STATES, ...FIELD_STATES];
      await walk(page, { look, states, ticketId: await talkedTicket(page), isInApp: true });
      await walk(page, { look, states: SHELL_STATES });
      await page.context().close();
    });

    test('on the other pages @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      await walk(page, { look, states: [...INTEGRATION_STATES, ...LEVEL_STATES, ...PAGE_STATES] });
      await page.route('**/api/user', async (route) => {
        const response = await route.fetch();
        const json = (await response.json()) as { data: object };
        await route.fulfill({ response, json: { ...json, data: { ...json.data, password_expired: true } } });
      });
      await page.goto('/');
      await expect(page.getByRole('heading', { name: words.auth.expired.title })).toBeVisible();
      await checkScreen(page, look, 'password-expired');
      await page.context().close();
    });

    test('every page of the menu @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      await page.goto('/');
      for (const { code, link } of MENU_PAGES) {
        await goInApp(page, link);
        // A report's title is longer than its name in the menu, which it begins with.
        const name = new RegExp(words.shell.page[code], 'i');
        await expect(page).toHaveTitle(name);
        // The desk is called after its view.
        const heading = code === 'TICKETS' ? { level: 1 } : { level: 1, name };
        await expect(page.getByRole('heading', heading)).toBeVisible();
        await checkScreen(page, look, link.slice(1).replaceAll('/', '-'));
      }
      await page.context().close();
    });

    test('among the templates of WhatsApp @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      await walk(page, { look, states: TEMPLATE_STATES });
      await page.context().close();
    });

    test('in the list of the desk @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      await walk(page, { look, states: DESK_LIST_STATES });
      await page.context().close();
    });

    test('in the list of customers @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      await walk(page, { look, states: CUSTOMER_STATES });
      await page.context().close();
    });

    test('a ticket among the others @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      // On another ticket, because the draft that this walk leaves would open the reply box of the walk above as a
      // note.
      await walk(page, { look, states: RELATION_STATES, ticketId: await talkedTicket(page, 'last') });
      await page.context().close();
    });

    test('writing a mail @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      await walk(page, { look, states: NEW_MAIL_STATES });
      await page.context().close();
    });

    test('in the lists of the settings @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      await walk(page, { look, states: LIST_STATES, isInApp: true });
      await page.context().close();
    });

    test('in the rules of the automation @full', async ({ browser, baseURL }) => {
      const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');
      await walk(page, { look, states: RULE_STATES, isInApp: true });
      await page.context().close();
    });

    test('on a customer’s site @full', async ({ browser, baseURL }) => {
      const place = { browser, baseURL: baseURL ?? '', look };
      const away = await (await openSignedOut(place)).newPage();
      await walkOfflineChat({
        page: away,
        words: words.chat,
        visit: (name) => checkScreen(away, look, name),
      });
      await away.context().close();

      const agent = await openSignedIn(place, 'agent1');
      await holdOffers(baseURL ?? '');
      await agent.goto('/configurasi/config_app');
      await expect(agent.getByText(words.shell.forbidden.title)).toBeVisible();
      await checkScreen(agent, look, 'forbidden');
      await agent.goto('/tickets');
      await goReady(agent);
      const visitor = await (await openSignedOut(place)).newPage();
      await walkChat(
        { page: visitor, words: words.chat, visit: (name) => checkScreen(visitor, look, name) },
        deskOf(agent, look),
      );
      await visitor.context().close();
      await agent.request.put('/api/user/activity', { data: { user_activity_id: 1 } });
      await agent.context().close();
    });
  });
}

type WalkOptions = {
  look: ScreenVariant;
  states: readonly State[];
  ticketId?: number;
  /** Set where no state needs the page loaded again, which is most of the time of a walk. */
  isInApp?: true;
};

async function walk(page: Page, { look, states, ticketId = 0, isInApp }: WalkOptions): Promise<void> {
  const width = look.isNarrow ? 'narrow' : 'wide';
  for (const { name, only, isLoaded, show } of states) {
    if (only && only !== width) continue;
    const steps = () => show(page, WORDS[look.language], ticketId);
    await (isInApp && !isLoaded ? withoutLoading(page, steps) : steps());
    await checkScreen(page, look, name);
  }
}

/** Returns an open ticket with a conversation that the signed-in user can reply to. */
async function talkedTicket(page: Page, which: 'first' | 'last' = 'first'): Promise<number> {
  const answer = await page.request.get('/api/tickets?limit=50&media=6&status=open');
  const { data } = (await answer.json()) as { data: Ticket[] };
  const talked = data.filter(
    ({ last_message_by, assignee_id }) => last_message_by === 'customer' && assignee_id !== null,
  );
  const ticket = talked.at(which === 'first' ? 0 : -1);
  if (!ticket) throw new Error('the demo has no such ticket');
  return ticket.id;
}

/** Makes offers last long enough to be checked. */
async function holdOffers(baseURL: string): Promise<void> {
  const { token } = await signInOnce(baseURL, 'admin', DEMO_PASSWORD);
  const { status } = await callApi(baseURL, 'PATCH', '/api/configs/app', {
    token,
    body: { offer_seconds: 600 },
  });
  expect(status).toBe(200);
}

function deskOf(agent: Page, look: ScreenVariant): Parameters<typeof walkChat>[1] {
  let ticketId = 0;
  return {
    async take() {
      await expect(agent.getByText('Putri Wulandari').first()).toBeVisible();
      await checkScreen(agent, look, 'offer');
      const { data } = (await (await agent.request.get('/api/conversations/offers')).json()) as {
        data: ConversationOffer[];
      };
      const [offer] = data;
      if (!offer) throw new Error('nothing is offered');
      ticketId = offer.ticket_id;
      await agent.request.post(`/api/conversations/${offer.conversation_id}/accept`, { data: {} });
    },
    async say(body) {
      await agent.request.post(`/api/tickets/${ticketId}/messages`, {
        data: { client_key: randomUUID(), body },
      });
    },
  };
}
