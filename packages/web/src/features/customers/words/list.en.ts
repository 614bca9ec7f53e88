/** Texts of the customer list's filters. */
const words = {
  filter: {
    label: 'Filter',
    count: 'Filter, {{count}} active',
    none: 'No filter. Add a condition to narrow down the list.',
    nothing: 'No custom fields for customers yet. Administrators add them in Settings.',
    apply: 'Show customers',
    clear: 'Clear filter',
    'none-found': 'No customers match',
    'none-found-hint': 'Change the search or the conditions.',
    keys: 'Filter list',
  },
};

export default words;
