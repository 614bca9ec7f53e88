import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mailbox } from '@trunkline/contract';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS, openSignedIn } from '../support/screen-variants.ts';
import { callApi, signInOnce } from '../support/api.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { hasDovecot, email, openMailDesk, type MailDesk } from '../support/mail/mail-desk.ts';
import { button } from '../support/states/state.ts';
import { expect, test } from '../support/test.ts';
import { WORDS } from '../support/words.ts';

// E-mails on a ticket in both languages, both themes and both widths, checked by axe.

// One after the other, because all looks share a server.
test.describe.configure({ mode: 'default' });
test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to read from');
// A trace of hundreds of pages would take longer than checking them.
test.use({ trace: 'off', ground: 'mail-accessible' });

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="90"><rect width="240" height="90" fill="teal"/></svg>';
const SHOWN = 'iframe[sandbox^="allow-popups"]';

let desk: MailDesk;
let elsewhere: Server;
let read = 0;
let failed = 0;
let forged = 0;
let mailboxId = 0;

test.beforeAll(async ({ server }) => {
  elsewhere = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(PICTURE);
  });
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  desk = await openMailDesk(server.url);
  const crowd = Array.from({ length: 80 }, (_, n) => `guest${n}@mail.example`).join(', ');
  await desk.arrive(
    email({
      subject: 'Invitation',
      to: `support@desk.example, ${crowd}`,
      cc: 'Budi Santoso <budi@mail.example>',
      headers: ['Auto-Submitted: auto-generated'],
      html: `<h2>Come and see us</h2><p>We show the <a href="https://kopi.example">new machines</a>.</p>
        <img src="http://127.0.0.1:${port}/machine.svg" alt="A machine">
        <div class="gmail_quote">Last year we wrote:<blockquote type="cite">Come.</blockquote></div>`,
    }),
  );
  await desk.arrive(
    email({ from: 'Sri <sri@mail.example>', subject: 'Two cups', text: 'Two cups are broken.' }),
  );
  const [mailbox] = await desk.ask<Mailbox[]>('GET', '/api/mailboxes');
  mailboxId = mailbox?.id ?? 0;
  await desk.ask('PATCH', `/api/mailboxes/${mailboxId}`, {
    authserv_id: 'mx.desk.example',
    blocked_senders: ['spam.example'],
  });
  await desk.arrive(
    `Authentication-Results: mx.desk.example; dmarc=fail\r\n${email({ from: 'Rina Hartono <rina@mail.example>', subject: 'New account', text: 'Please pay to this account from now on.' })}`,
  );
  const long = 'You have won a prize that is so large that its name does not fit on one line of any list';
  await desk.arrive(email({ from: 'Win Big <win@spam.example>', subject: long }));
  await desk.arrive(email({ from: 'support@desk.example', subject: '' }));
  forged = (await desk.ticketAbout('New account')).id;
  read = (await desk.ticketAbout('Invitation')).id;
  failed = (await desk.ticketAbout('Two cups')).id;
  desk.sink.refuse('sri@mail.example', { code: 550, text: '5.1.1 no such user here' });
  await desk.ask('POST', `/api/tickets/${failed}/messages`, {
    client_key: randomUUID(),
    body: '',
    html: '<p>They are <b>replaced</b>.</p>',
  });
});

test.afterAll(async () => {
  await desk.close();
  elsewhere.close();
});

for (const look of SCREEN_VARIANTS) {
  test(`${look.name} @full`, async ({ browser, baseURL }) => {
    const { mail, settings, tickets } = WORDS[look.language];
    const page = await openSignedIn({ browser, baseURL: baseURL ?? '', look }, 'admin');

    await page.goto(`/tickets/detail?id=${read}`);
    await expect(page.frameLocator(SHOWN).getByRole('heading')).toBeVisible();
    await checkScreen(page, look, 'mail');
    await page.getByTitle(mail.head.details).click();
    await expect(page.locator('dt', { hasText: mail.head.subject })).toBeVisible();
    await button(page, mail.showImages).click();
    await expect(page.frameLocator(SHOWN).getByRole('img')).toBeVisible();
    await button(page, mail.showQuoted).click();
    await checkScreen(page, look, 'mail-open');

    await button(page, mail.write.all).click();
    await button(page, mail.head.bcc).click();
    await page.getByRole('textbox', { name: mail.head.bcc }).fill('nobody,');
    await page.getByRole('textbox', { name: tickets.composer.reply }).click();
    await page.keyboard.type('Halo');
    await expect(page.getByText(mail.write.wrongAddress.replace('{{address}}', 'nobody'))).toBeVisible();
    await checkScreen(page, look, 'mail-writing');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');

    await page.goto(`/tickets/detail?id=${failed}`);
    await expect(page.getByText(mail.fault.recipient_refused)).toBeVisible();
    await expect(page.frameLocator(SHOWN).getByText('replaced')).toBeVisible();
    await checkScreen(page, look, 'mail-failed');
    await button(page, mail.sendAgain).click();
    await expect(page.getByRole('form', { name: mail.sendAgainTo }).getByRole('textbox')).toBeFocused();
    await checkScreen(page, look, 'mail-again');

    await page.goto('/tickets?view=open&media=2');
    await expect(page.getByText(tickets.where.names.is_unsent, { exact: true }).first()).toBeVisible();
    await checkScreen(page, look, 'mail-list');

    await page.goto(`/tickets/detail?id=${forged}`);
    await expect(page.getByText(mail.unproven.hint)).toBeVisible();
    await checkScreen(page, look, 'mail-forged');

    await page.getByRole('textbox', { name: tickets.composer.reply }).click();
    await page.keyboard.type('Halo');
    const { token } = await signInOnce(baseURL ?? '', 'supervisor', DEMO_PASSWORD);
    const overtaking = { client_key: randomUUID(), body: 'I have answered this.' };
    const said = await callApi(baseURL ?? '', 'POST', `/api/tickets/${forged}/messages`, {
      token,
      body: overtaking,
    });
    expect(said.status, JSON.stringify(said.body)).toBe(200);
    await expect(button(page, tickets.composer.newsShow)).toBeVisible();
    await checkScreen(page, look, 'mail-overtaken');

    await page.goto(`/configurasi/config?id=${mailboxId}`);
    const list = page.getByRole('list', { name: settings.mailbox.ignored.list });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await checkScreen(page, look, 'mail-ignored');
    await page.context().close();
  });
}
