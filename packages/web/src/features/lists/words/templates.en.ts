/** Texts of the templates page. */
export default {
  template: {
    variables: 'Insert variable',
    variable: {
      customer: { name: 'Customer name' },
      agent: { name: 'Agent name' },
      ticket: { number: 'Ticket number' },
    },
    unknown: 'Unknown variable {{names}}. Correct or remove it: customers would see it as it stands here.',
    preview: 'Preview',
    ticket: 'Preview with ticket',
    ticketHint: 'Fills in the values of this ticket.',
    ticketPlaceholder: 'Number, subject or customer',
    noTicket: 'No ticket found',
    'sample-customer': 'Rina Hartono',
    organisation: '‹organisation name›',
    nothing: 'No text yet.',
  },
  languages: {
    title: 'Other languages of this template',
    written: 'In {{language}}:',
    missing: 'Missing in {{language}}: customers who speak it get this text, or the workspace language.',
  },
};
