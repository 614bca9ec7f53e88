const texts = {
  title: 'Privacy',
  erasures: 'Erased customers',
  customer: 'Customer {{id}}',
  running: 'being erased',
  empty: 'Nobody was erased',
  'empty-hint': 'Customers are erased from their profile.',
  more: 'Show more',
};

export default texts;
