import type { FrameLocator, Page } from 'playwright/test';
import { openSignedIn, openSignedOut, type ScreenContext } from '../screen-variants.ts';
import { goReady } from '../people.ts';
import { expect } from '../test.ts';

// Elements are found without texts, because these differ by the look's language.

/** Opens an agent who is ready, on the page of tickets. */
export async function openReadyPerson(place: ScreenContext, username: string): Promise<Page> {
  const agent = await openSignedIn(place, username);
  await agent.goto('/tickets');
  await goReady(agent);
  await expect(agent.locator('button[data-activity="6"]')).toBeVisible();
  return agent;
}

type WidgetCall = {
  customer: Page;
  frame: FrameLocator;
  /** Sends the form with the filled-in data, which starts the call. */
  press: () => Promise<void>;
};

/** Opens a visitor on the demo site who is about to call from the widget. */
export async function openWidgetCall(
  place: ScreenContext,
  kind: 'voice' | 'video',
  name = 'Putri Wulandari',
): Promise<WidgetCall> {
  const customer = await (await openSignedOut(place)).newPage();
  await customer.goto('/demo');
  await customer.locator('trunkline-chat').locator('.launcher').click();
  const frame = customer.frameLocator('iframe[src*="/widget/"]');
  const buttons = frame.locator('.calls button');
  await (kind === 'voice' ? buttons.first() : buttons.last()).click();
  await frame.locator('#caller').fill(name);
  return { customer, frame, press: () => frame.locator('.call-ask .primary').click() };
}
