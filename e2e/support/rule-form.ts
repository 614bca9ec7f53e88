import type { Page } from 'playwright/test';

/** Selects an option of a field in a rule's form. */
export async function chooseRuleOption(
  form: ReturnType<Page['getByRole']>,
  name: string,
  option: string,
): Promise<void> {
  await form.getByRole('combobox', { name, exact: true }).click();
  await form.getByRole('option', { name: option, exact: true }).click();
}
