import { createStore } from './store.ts';

/** The title of the current page; the tab adds the product's name and the count of unread conversations. */
export const pageTitle = createStore('');

/** The number of unread conversations, shown in front of the tab's title. */
export const waitingCount = createStore(0);
