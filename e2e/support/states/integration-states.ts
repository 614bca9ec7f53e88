import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import { button, type State } from './state.ts';

const APP = '/configurasi/config_app';

/** Adds an API key; a new one for each look. */
async function addKey(page: Page): Promise<void> {
  const data = { name: 'Warehouse', codes: ['TICKETS:VIEW'] };
  expect((await page.request.post('/api/api_keys', { data })).status()).toBe(200);
}

/** Adds a webhook whose address does not answer, with a failed delivery. */
async function addWebhook(page: Page): Promise<number> {
  const data = { name: 'Warehouse', url: 'http://127.0.0.1:9/hook', events: ['ticket.solved'] };
  const added = await page.request.post('/api/outgoing_webhooks', { data });
  expect(added.status()).toBe(200);
  const { id } = ((await added.json()) as { data: { id: number } }).data;
  expect((await page.request.post(`/api/outgoing_webhooks/${id}/test`)).status()).toBe(200);
  return id;
}

/** Adds a telephone gateway that does not answer. */
async function addGateway(page: Page): Promise<number> {
  const reach = { host: '127.0.0.1', port: 9, is_tls: false, username: 'trunkline', secret: 'none' };
  const data = { name: 'Head office', department_id: 1, is_active: true, after_call_seconds: 60, ...reach };
  const added = await page.request.post('/api/phone/gateways', { data });
  expect(added.status()).toBe(200);
  return ((await added.json()) as { data: { id: number } }).data.id;
}

/** Pages that connect the workspace with other systems. */
export const INTEGRATION_STATES: readonly State[] = [
  {
    name: 'settings-keys',
    show: async (page, { integrations }) => {
      await addKey(page);
      await page.goto(`${APP}?part=keys`);
      await expect(page.getByRole('list', { name: integrations.keys.title })).toBeVisible();
    },
  },
  {
    name: 'settings-key-new',
    show: async (page, { integrations }) => {
      await page.goto(`${APP}?part=keys`);
      await button(page, integrations.keys.new).click();
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    name: 'settings-key-shown',
    show: async (page, { integrations }) => {
      await page.goto(`${APP}?part=keys`);
      await button(page, integrations.keys.new).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(integrations.name).fill('Warehouse');
      await form.getByRole('checkbox').first().check();
      await form.getByRole('button', { name: integrations.keys.create }).click();
      await expect(page.getByText(integrations.keys.once)).toBeVisible();
    },
  },
  {
    name: 'settings-telephone-new',
    show: async (page, { telephony }) => {
      await page.goto(`${APP}?part=phone`);
      await button(page, telephony.new).click();
      await expect(page.getByRole('group', { name: telephony.reach, exact: true })).toBeVisible();
    },
  },
  {
    name: 'settings-telephone-failing',
    show: async (page, { telephony }) => {
      await page.goto(`${APP}?part=phone&id=${await addGateway(page)}`);
      await expect(page.getByText(telephony.faults.unreachable)).toBeVisible();
    },
  },
  {
    name: 'settings-telephone',
    show: async (page, { telephony }) => {
      await addGateway(page);
      await page.goto(`${APP}?part=phone`);
      await expect(page.getByRole('list', { name: telephony.title })).toBeVisible();
    },
  },
  {
    name: 'settings-webhooks',
    show: async (page, { integrations }) => {
      await addWebhook(page);
      await page.goto(`${APP}?part=webhooks`);
      await expect(page.getByRole('list', { name: integrations.hooks.title })).toBeVisible();
    },
  },
  {
    name: 'settings-webhook-refused',
    show: async (page, { integrations }) => {
      await page.goto(`${APP}?part=webhooks`);
      await button(page, integrations.hooks.new).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(integrations.name).fill('Warehouse');
      await form.getByLabel(integrations.hooks.url).fill('https://10.0.0.1/hook');
      await form.getByRole('button', { name: integrations.hooks.create }).click();
      await expect(form.getByText(integrations.hooks['url-bad'])).toBeVisible();
    },
  },
  {
    name: 'settings-webhook',
    show: async (page, { integrations }) => {
      await page.goto(`${APP}?part=webhooks&id=${await addWebhook(page)}`);
      await expect(page.getByRole('list', { name: integrations.log.title })).toBeVisible();
      await expect(page.getByText(integrations.log.fault.unreachable).first()).toBeVisible();
    },
  },
];
