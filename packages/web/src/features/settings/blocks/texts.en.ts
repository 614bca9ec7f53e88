export default {
  title: 'Blocked',
  hint: 'Messages and calls from here are refused: they make no ticket, and are kept for 30 days. E-mails are listed as rejected in their mailbox.',
  empty: 'No sender is blocked.',
  'empty-hint': 'Block an address, a number or a contact from the customer on a ticket.',
  by: 'Blocked by {{name}}, {{time}}',
  last: 'last refused {{time}}',
  refused_one: '{{count}} refused',
  refused_other: '{{count}} refused',
  unblock: 'Unblock',
  gone: 'someone who has left',
  forgotten: 'Older than 30 days.',
};
