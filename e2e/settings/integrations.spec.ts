import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { callApi } from '../support/api.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

type Delivery = {
  event: string;
  delivery: string;
  signature: string;
  text: string;
};

/** A fake receiver of webhooks, which answers with the status that the test sets. */
async function startReceiver() {
  const got: Delivery[] = [];
  const receiver = { got, url: '', status: 200, close: () => void server.close() };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const header = (name: string) => String(request.headers[`x-trunkline-${name}`]);
      const text = Buffer.concat(parts).toString('utf8');
      got.push({
        event: header('event'),
        delivery: header('delivery'),
        signature: header('signature'),
        text,
      });
      response.writeHead(receiver.status).end(receiver.status === 200 ? 'taken' : 'the warehouse is closed');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/trunkline`;
  return receiver;
}

function isSigned({ signature, text }: Delivery, secret: string): boolean {
  const [, seconds = '', proof] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? [];
  return createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex') === proof;
}

const newTicket = (url: string, token: string, subject: string) =>
  callApi<{ data: { id: number } }>(url, 'POST', '/api/tickets', {
    token,
    body: {
      client_key: `integration-${subject.replace(/\W/g, '-')}`,
      customer_id: 1,
      subject,
      department_id: 1,
    },
  });

test('another system calls with a key until it is revoked, and is notified by a webhook @full', async ({
  browser,
  server,
}) => {
  const receiver = await startReceiver();
  const page = await openAs(browser, server.url, 'admin');

  // An API key, created on the page and used by another system.
  await page.goto('/configurasi/config_app');
  await page.getByRole('navigation', { name: 'Settings', exact: true }).getByText('API keys').click();
  await page.getByRole('button', { name: 'New key' }).click();
  const keyForm = page.getByRole('dialog', { name: 'New key' });
  await keyForm.getByLabel('Name').fill('Warehouse');
  const tickets = keyForm.getByRole('group', { name: 'Tickets' });
  await tickets.getByRole('checkbox', { name: 'View', exact: true }).check();
  await tickets.getByRole('checkbox', { name: 'Create' }).check();
  await keyForm.getByRole('button', { name: 'Create key' }).click();
  const made = page.getByRole('dialog', { name: 'Warehouse' });
  const token = await made.getByRole('textbox', { name: 'Key' }).inputValue();
  await made.getByRole('button', { name: 'Done' }).click();
  expect((await callApi(server.url, 'GET', '/api/tickets', { token })).status).toBe(200);
  expect((await callApi(server.url, 'GET', '/api/customers', { token })).status).toBe(403);

  // A webhook, tested from the page.
  await page.getByRole('navigation', { name: 'Settings', exact: true }).getByText('Webhooks').click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Name').fill('Warehouse');
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByRole('button', { name: 'Create webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Warehouse' });
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  const tested = page.getByRole('group', { name: 'Test', exact: true });
  await expect(tested.getByText('Delivered (status 200)')).toBeVisible();
  expect(receiver.got.map(({ event }) => event)).toEqual(['webhook.test']);

  // A ticket created with the key is delivered with a signature.
  const opened = await newTicket(server.url, token, 'Two pallets');
  expect(opened.status).toBe(200);
  const { id } = opened.body.data;
  await expect.poll(() => receiver.got.length).toBe(2);
  const first = receiver.got[1]!;
  expect(isSigned(first, secret)).toBe(true);
  expect(JSON.parse(first.text)).toMatchObject({
    event: 'ticket.created',
    data: {
      ticket: { id, subject: 'Two pallets' },
      by: { name: expect.stringContaining('(Warehouse)') as unknown },
    },
  });

  // A refused delivery is in the log with the answer, and arrives when it is retried.
  receiver.status = 500;
  await newTicket(server.url, token, 'Three pallets');
  const log = page.getByRole('list', { name: 'Deliveries' });
  await expect(log.getByText('Rejected (status 500)')).toBeVisible();
  await expect(log.getByText('the warehouse is closed')).toBeVisible();
  await expect(page.getByText(/Deliveries have failed since/)).toBeVisible();
  receiver.status = 200;
  await page.getByRole('button', { name: 'Retry now' }).click();
  await expect(page.getByText(/Deliveries have failed since/)).toBeHidden();
  await expect(log.getByText('Delivered', { exact: true })).toHaveCount(3);

  // Sent again by hand: the same text under the same id.
  const before = receiver.got.length;
  await log.getByRole('button', { name: `Send again: ticket.created ticket:${id}` }).click();
  await expect.poll(() => receiver.got.length).toBe(before + 1);
  const again = receiver.got.at(-1)!;
  expect([again.delivery, again.text]).toEqual([first.delivery, first.text]);
  expect(isSigned(again, secret)).toBe(true);

  // A revoked key is refused at once; after Undo it works again; then it is revoked once more.
  await page.getByRole('navigation', { name: 'Settings', exact: true }).getByText('API keys').click();
  const status = async () => (await callApi(server.url, 'GET', '/api/tickets', { token })).status;
  await page.getByRole('button', { name: 'Revoke: Warehouse' }).click();
  await expect(page.getByText('“Warehouse” revoked')).toBeVisible();
  expect(await status()).toBe(401);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Revoke: Warehouse' })).toBeVisible();
  expect(await status()).toBe(200);
  await page.getByRole('button', { name: 'Revoke: Warehouse' }).click();
  await expect.poll(status).toBe(401);
  await page.context().close();
  receiver.close();
});

test('the API is described on a page that loads nothing from elsewhere @full', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { name: /Trunkline/ })).toBeVisible();
  await expect(page.getByRole('link', { name: '/api/api_keys', exact: true }).first()).toBeVisible();
  expect(elsewhere).toEqual([]);
  await context.close();
});
