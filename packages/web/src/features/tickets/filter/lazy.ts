/** What the list needs once it is narrowed down, in one file that is loaded then. */
export { FilterDialog } from './filter-dialog.tsx';
export { TicketChips } from './ticket-chips.tsx';
