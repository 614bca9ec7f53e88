import axe, { type RunOptions } from 'axe-core';
import { expect, type Page } from 'playwright/test';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Returns what axe finds wrong on the page and in its frames of the same origin: one line per rule, with the places.
 * axe is injected into each document once, and only violations are returned, because doing both anew each time took
 * longer than the checks.
 */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  // A frame that disappears meanwhile, or is of another origin, is skipped.
  for (const frame of page.frames()) {
    const bring = async () => {
      if (await frame.evaluate(() => window.axe !== undefined)) return;
      await frame.evaluate(axe.source);
      await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<same_origin>'] }));
    };
    await (frame === page.mainFrame() ? bring() : bring().catch(() => undefined));
  }
  return page.evaluate(async (wanted) => {
    if (!window.axe) throw new Error('axe is not there');
    const { violations } = await window.axe.run(document, { ...wanted, resultTypes: ['violations'] });
    // The measured colours tell whether a text has too little contrast or was still changing its colour.
    type MeasuredColours = { fgColor?: string; bgColor?: string } | null | undefined;
    return violations.map(({ id, nodes }) => {
      const places = nodes.map(({ target, any }) => {
        const { fgColor, bgColor } = (any[0]?.data as MeasuredColours) ?? {};
        return target.join(' ') + (fgColor && bgColor ? ` (${fgColor} on ${bgColor})` : '');
      });
      return `${id}: ${places.join(', ')}`;
    });
  }, options);
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}
