/** Of the page of templates. */
export default {
  template: {
    variables: 'Put in a variable',
    variable: {
      customer: { name: 'Customer’s name' },
      agent: { name: 'Agent’s name' },
      ticket: { number: 'Ticket’s number' },
    },
    unknown: 'Nothing stands for {{names}}: the customer would read it as it is.',
    preview: 'As a customer reads it',
    ticket: 'On a ticket',
    ticketHint: 'Shows the text with what stands on that ticket.',
    ticketPlaceholder: 'Number, subject or customer',
    noTicket: 'No such ticket',
    'sample-customer': 'Rina Hartono',
    organisation: '‹name of the organisation›',
    nothing: 'Nothing written yet.',
  },
  languages: {
    title: 'Other languages of this template',
    written: 'In {{language}}:',
    missing: 'Not in {{language}}: customers who speak it get this text, or the workspace’s language.',
  },
};
