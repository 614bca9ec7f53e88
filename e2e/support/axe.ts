import axe, { type RunOptions } from 'axe-core';
import { expect, type Page } from 'playwright/test';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * What axe finds wrong on the page and in the frames of its own origin: one line per rule, with the places. axe is brought to each
 * document once, and only what is wrong is brought back: bringing both again for every look took longer than the looking.
 */
export async function judge(page: Page, options: RunOptions = {}): Promise<string[]> {
  // A frame that goes away meanwhile, or is somebody else's, is not judged.
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
    // What was measured says whether something is too pale or was still on its way to another colour.
    type Measured = { fgColor?: string; bgColor?: string } | null | undefined;
    return violations.map(({ id, nodes }) => {
      const places = nodes.map(({ target, any }) => {
        const { fgColor, bgColor } = (any[0]?.data as Measured) ?? {};
        return target.join(' ') + (fgColor && bgColor ? ` (${fgColor} on ${bgColor})` : '');
      });
      return `${id}: ${places.join(', ')}`;
    });
  }, options);
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await judge(page)).toEqual([]);
}
