import type { Page } from 'playwright/test';

/** Picks what a field of a rule's form offers. */
export async function choose(
  form: ReturnType<Page['getByRole']>,
  name: string,
  option: string,
): Promise<void> {
  await form.getByRole('combobox', { name, exact: true }).click();
  await form.getByRole('option', { name: option, exact: true }).click();
}
