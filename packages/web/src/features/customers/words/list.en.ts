/** Words of narrowing the customers down, and of the columns of their table. */
const words = {
  filter: {
    label: 'Filter',
    count: 'Filter, {{count}} set',
    none: 'Every customer is shown. Add a condition to narrow the list down.',
    nothing: 'Customers have no custom fields to filter by yet. Administrators add them in the settings.',
    apply: 'Show customers',
    clear: 'Clear the filter',
    'none-found': 'Nobody matches',
    'none-found-hint': 'No customer fits this search and these conditions.',
    keys: 'Filter the list',
  },
  columns: { choose: 'Columns', failed: 'The columns could not be saved. Try again.' },
};

export default words;
