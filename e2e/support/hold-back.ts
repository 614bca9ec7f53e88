import type { Page } from 'playwright/test';

/** Has what is asked for at these addresses wait until they are let through, as on a slow line. */
export async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(files, (route) => arrived.then(() => route.continue()));
  return arrive;
}
