import type { Page } from 'playwright/test';

/** Holds requests to these addresses back, as on a slow connection. Returns the function that lets them through. */
export async function holdRequests(page: Page, files: RegExp): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(files, (route) => arrived.then(() => route.continue()));
  return arrive;
}
