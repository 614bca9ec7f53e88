const texts = {
  title: 'Search',
  placeholder: 'Customers, tickets, pages, actions',
  customers: 'Customers',
  tickets: 'Tickets',
  pages: 'Pages',
  actions: 'Actions',
  nothing: 'Nothing found for “{{query}}”',
  'nothing-hint': 'Try a name, a ticket number, an e-mail address or a phone number.',
  failed: 'Customers and tickets could not be searched just now.',
  found: '{{count}} results',
};

export default texts;
