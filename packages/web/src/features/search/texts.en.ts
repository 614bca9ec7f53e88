const texts = {
  title: 'Search',
  placeholder: 'Customers, tickets, pages, actions',
  customers: 'Customers',
  tickets: 'Tickets',
  pages: 'Pages',
  actions: 'Actions',
  nothing: 'No results for “{{query}}”',
  'nothing-hint': 'Try a name, a ticket number, an e-mail address or a phone number.',
  note: 'Note:',
  failed: 'Couldn’t search customers and tickets.',
  found: '{{count}} results',
};

export default texts;
