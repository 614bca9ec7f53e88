import type { Page } from 'playwright/test';
import type { Words } from '../words.ts';

/** Something that a page can look like, and how to get there. */
export type State = {
  name: string;
  /** Where it exists on one width only. */
  only?: 'wide' | 'narrow';
  show: (page: Page, words: Words, ticketId: number) => Promise<void>;
};

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
