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
  reopen_share: {
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
  first_reply_sla_share: {
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
  resolution_sla_share: {
    name: 'Resolution in SLA',
    what: 'Of tickets solved in the period that had a resolution target, the share that met it. Targets count in office hours.',
  },
};
