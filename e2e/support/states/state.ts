import type { Page } from 'playwright/test';
import type { Words } from '../words.ts';

/** A state of a page, with the steps that lead to it. */
export type State = {
  name: string;
  /** Set where it exists on one screen width only. */
  only?: 'wide' | 'narrow';
  /** Set where its steps need the page loaded again, because it keeps what it has once got. */
  isLoaded?: true;
  show: (page: Page, words: Words, ticketId: number) => Promise<void>;
};

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
