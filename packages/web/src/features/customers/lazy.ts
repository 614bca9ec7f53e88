/** Parts of the customer list that are loaded only once it is filtered or configured, as one file. */
export { CustomerChips } from './table/customer-chips.tsx';
export { CustomerFilter } from './table/customer-filter.tsx';
