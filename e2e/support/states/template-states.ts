import type { TemplateAccount } from '../../../packages/contract/src/index.ts';
import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import { button, type State } from './state.ts';

const PAGE = '/settings/media_template_content?part=whatsapp';

const template = (id: number, name: string, more: Partial<TemplateAccount['templates'][number]>) => ({
  id,
  name,
  language: 'en',
  category: 'utility',
  state: 'approved' as const,
  reason: '',
  content: {
    header: { kind: 'text' as const, text: 'Order {{1}}' },
    body: 'Dear {{1}}, your order is ready. Come by until eight, or tell us where to bring it.',
    footer: 'Kopi Kita',
    buttons: [
      { kind: 'quick_reply' as const, text: 'I am coming', value: '' },
      { kind: 'url' as const, text: 'Track', value: 'https://kopi.example/{{1}}' },
    ],
  },
  ...more,
});

const ACCOUNTS: TemplateAccount[] = [
  {
    account_id: 1,
    name: 'WhatsApp',
    provider: 'whatsapp',
    shown_address: '+62 21 5550 1234',
    is_active: true,
    has_business: true,
    fetched_at: new Date().toISOString(),
    templates: [
      template(1, 'order_ready', {}),
      template(2, 'order_ready', { language: 'id', state: 'pending' }),
      template(3, 'win_a_cup', { category: 'marketing', state: 'rejected', reason: 'PROMOTIONAL' }),
      template(4, 'new_roast', { category: 'marketing', state: 'paused' }),
    ],
  },
  {
    account_id: 2,
    name: 'Wholesale',
    provider: 'whatsapp',
    shown_address: '+62 21 5550 9999',
    is_active: true,
    has_business: false,
    fetched_at: null,
    templates: [],
  },
];

async function open(page: Page, data: TemplateAccount[] = ACCOUNTS, more = ''): Promise<void> {
  await page.unrouteAll();
  await page.route('**/api/message-templates', (route) => route.fulfill({ json: { data } }));
  await page.goto(PAGE + more);
}

/** WhatsApp's approved templates. */
export const TEMPLATE_STATES: readonly State[] = [
  {
    name: 'whatsapp-templates',
    show: async (page) => {
      await open(page);
      await expect(page.getByText('win_a_cup')).toBeVisible();
    },
  },
  {
    name: 'whatsapp-templates-none',
    show: async (page, { providerTemplates }) => {
      await open(page, []);
      await expect(page.getByText(providerTemplates['no-account'])).toBeVisible();
    },
  },
  {
    name: 'whatsapp-template',
    show: async (page, { providerTemplates }) => {
      await open(page, ACCOUNTS, '&id=3');
      await expect(page.getByRole('dialog').getByText(providerTemplates.next.rejected)).toBeVisible();
    },
  },
  {
    name: 'whatsapp-template-new',
    show: async (page, { providerTemplates }) => {
      await open(page);
      await button(page, providerTemplates.new).click();
      const form = page.getByRole('dialog');
      await form
        .getByRole('textbox', { name: providerTemplates.field.body, exact: true })
        .fill('{{customer_name}}, your {{drink}}');
      await form.getByRole('button', { name: providerTemplates['add-button'] }).click();
      await form.getByRole('button', { name: providerTemplates.submit }).click();
      await expect(form.getByText(providerTemplates.problem.edge)).toBeVisible();
    },
  },
  {
    name: 'whatsapp-template-new-photo',
    show: async (page, { providerTemplates }) => {
      await open(page);
      await button(page, providerTemplates.new).click();
      const form = page.getByRole('dialog');
      await form.getByRole('combobox', { name: providerTemplates.field.above }).click();
      await page.getByRole('option', { name: providerTemplates.above.image }).click();
      await form.getByRole('button', { name: providerTemplates.submit }).click();
      await expect(form.getByText(providerTemplates.problem.file, { exact: true })).toBeVisible();
    },
  },
];
