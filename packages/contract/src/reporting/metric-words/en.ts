/** What the metrics of the ticket dashboard are called, and what each means. */
export const ticketMetricWords = {
  tickets_created: {
    name: 'Created',
    what: 'Tickets that were opened in the period, also those that were merged since.',
  },
  tickets_open: { name: 'Open now', what: 'Tickets that are open, pending or on hold at this moment.' },
  tickets_waiting: {
    name: 'Waiting for us',
    what: 'Open tickets whose customer wrote last and waits for an answer.',
  },
  tickets_unassigned: { name: 'Unassigned', what: 'Open tickets that no agent has.' },
  tickets_overdue: { name: 'Overdue', what: 'Open tickets with a running SLA target that has passed.' },
  tickets_solved: {
    name: 'Solved',
    what: 'Tickets that were solved in the period, each once, whatever became of them since. An undone solve counts as none.',
  },
  tickets_reopened: {
    name: 'Reopened',
    what: 'Tickets that were reopened in the period, each once.',
  },
  reopen_ratio: {
    name: 'Reopen rate',
    what: 'Of the tickets solved in the period, the share that was reopened afterwards, by the date of the solve.',
  },
  backlog_start: {
    name: 'Backlog at the start',
    what: 'Tickets that were not solved when the period began.',
  },
  reopenings: { name: 'Reopenings', what: 'How often a solved ticket was reopened in the period.' },
  solutions: { name: 'Solves', what: 'How often a ticket was solved in the period.' },
  tickets_merged: {
    name: 'Merged',
    what: 'Tickets that left the backlog because they were merged into another one.',
  },
  backlog_end: {
    name: 'Backlog at the end',
    what: 'Start + created + reopenings − solves − merged: tickets that were not solved when the period ended, or now.',
  },
  ticket_first_reply_median_seconds: {
    name: 'First reply, median',
    what: 'Of tickets that customers opened in the period: from there to the first message of an agent or a picked-up call, elapsed time. Automatic replies and notes are no replies. Half took no longer than this.',
  },
  ticket_first_reply_p90_seconds: {
    name: 'First reply, 90%',
    what: 'Nine of ten first replies took no longer than this (nearest rank).',
  },
  first_reply_sla_ratio: {
    name: 'First reply in SLA',
    what: 'Of tickets created in the period whose first-reply target is decided, the share that met it. Targets count in office hours.',
  },
  resolution_median_seconds: {
    name: 'Resolution, median',
    what: 'Of tickets solved in the period: from their creation to the last solve in the period, elapsed time. Half took no longer than this.',
  },
  resolution_p90_seconds: {
    name: 'Resolution, 90%',
    what: 'Nine of ten tickets were solved within this time (nearest rank).',
  },
  resolution_sla_ratio: {
    name: 'Resolution in SLA',
    what: 'Of tickets solved in the period that had a resolution target, the share that met it. Targets count in office hours.',
  },
};

/** The same of the agent dashboard. */
export const agentMetricWords = {
  contacts_handled: {
    name: 'Handled',
    what: 'Calls and live chats that ended in the period. One that was transferred counts for everyone who had it.',
  },
  contacts_active: { name: 'Active now', what: 'Calls and live chats that go on at this moment.' },
  contact_handle_mean_seconds: {
    name: 'Average handle time',
    what: 'Time with the customer, holds included, of calls and chats that ended in the period, plus wrap-up, divided by their number. Ringing and waiting do not count.',
  },
  after_call_seconds: {
    name: 'Wrap-up',
    what: 'Time after calls in the period, until Ready or the end of wrap-up.',
  },
  occupancy_ratio: {
    name: 'Occupancy',
    what: 'Share of the signed-in time without breaks in which there was a call, a chat or wrap-up. Two at the same time count once.',
  },
  concurrency: {
    name: 'Concurrency',
    what: 'How many calls and chats an agent had at the same time on average, of the time with at least one.',
  },
  replies_sent: {
    name: 'Messages sent',
    what: 'Messages that the agent wrote to customers in the period, on all channels.',
  },
  tickets_now: { name: 'Open tickets', what: 'Open, pending and on-hold tickets assigned at this moment.' },
  signed_in_seconds: { name: 'Signed in', what: 'Time in any activity except Offline.' },
  adherence_ratio: {
    name: 'Adherence',
    what: 'How far working time followed the plan of shifts. There is no plan of shifts yet, so there is no figure.',
  },
};
