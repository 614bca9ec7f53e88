import { createStore } from './store.ts';

/** What the page on the screen is called; the tab adds the product's name and what waits. */
export const pageTitle = createStore('');

/** How many conversations wait unread: stands in front of the tab's title. */
export const waitingCount = createStore(0);
