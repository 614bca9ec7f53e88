/** What the list needs once it is narrowed down or set up, in one file that is loaded then. */
export { CustomerChips } from './table/customer-chips.tsx';
export { CustomerFilter } from './table/customer-filter.tsx';
