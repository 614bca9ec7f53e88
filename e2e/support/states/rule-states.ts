import { expect } from '../test.ts';
import { button, type State } from './state.ts';

/** Automation rules: the form, conditions, the test, and the activity log. */
export const RULE_STATES: readonly State[] = [
  {
    name: 'rule-tried',
    show: async (page, { lists, rules }) => {
      await page.goto('/settings/automation');
      await button(page, lists.list.automation.new).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(lists.field.name, { exact: true }).fill('Urgent');
      await dialog.getByRole('combobox', { name: lists.field.priority_id, exact: true }).click();
      await dialog.getByRole('option').first().click();
      await dialog.getByLabel(lists.field.note, { exact: true }).fill('Look at this');
      await dialog.getByText(rules.try.run, { exact: true }).click();
      await expect(dialog.getByRole('list', { name: rules.try.title })).toBeVisible();
    },
  },
  {
    name: 'rule-changed',
    show: async (page, { lists, rules }) => {
      await page.goto('/settings/automation');
      await button(page, lists.list.automation.new).click();
      const dialog = page.getByRole('dialog').first();
      await dialog.getByRole('combobox', { name: lists.field.trigger, exact: true }).click();
      await dialog.getByRole('option', { name: lists.choice.ticket_changed }).click();
      await expect(dialog.getByText(lists.field.before, { exact: true })).toBeVisible();
      const name = rules.conditions['edit-of'].replace('{{name}}', lists.field.before);
      await button(page, name).click();
      await expect(page.getByRole('dialog', { name: lists.field.before })).toBeVisible();
    },
  },
  {
    name: 'rule-runs',
    show: async (page, { lists, rules }) => {
      await page.unrouteAll();
      const work = { changes: [{ field: 'status', from: 'open', to: 'pending' }], did: ['noted', 'told'] };
      const skipped = [{ step: 'reply', reason: 'too_often' }];
      const ticket = { id: 1, number: '100001', subject: 'Where is my parcel?', status: 'open' };
      const run = { rule_id: 1, rule_name: 'Urgent', at: '2026-11-20T12:00:00.000Z', ticket };
      const data = [
        { ...run, ...work, skipped, id: 3, outcome: 'done' },
        { ...run, changes: [], did: [], skipped: [], id: 2, outcome: 'stopped' },
        { ...run, changes: [], did: [], skipped, id: 1, outcome: 'nothing', ticket: null },
      ];
      await page.route('**/api/automation/runs?*', (route) =>
        route.fulfill({ json: { data, has_more: true } }),
      );
      const gone = [{ step: 'move_to_id', reason: 'gone' }];
      await page.route('**/api/automation/states', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: object[] };
        await route.fulfill({ json: { data: answer.data.map((state) => ({ ...state, gone })) } });
      });
      await page.goto('/settings/automation');
      await expect(page.getByRole('row').getByRole('img').first()).toBeVisible();
      await button(page, lists.more).click();
      await page.getByRole('menuitem', { name: lists.runs }).click();
      await expect(page.getByText(rules.outcome.stopped)).toBeVisible();
    },
  },
];
