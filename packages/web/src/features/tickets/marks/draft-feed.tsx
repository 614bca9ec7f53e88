import { useDraftTickets } from './api.ts';

/** Keeps the marks of drafts up to date while the list is shown. */
export function DraftFeed() {
  useDraftTickets();
  return null;
}
