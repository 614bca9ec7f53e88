/** Parts of the ticket list that are loaded only once it is filtered, as one file. */
export { FilterDialog } from './filter-dialog.tsx';
export { TicketChips } from './ticket-chips.tsx';
