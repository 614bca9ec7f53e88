/** Names and definitions of the ticket dashboard's metrics. */
const ticketMetricWords = {
  tickets_created: {
    name: 'Created',
    what: 'Tickets that were opened in the period, also those that were merged since.',
  },
  tickets_open: { name: 'Open now', what: 'Tickets that are open, pending or on hold at this moment.' },
  tickets_waiting: {
    name: 'Waiting for us',
    what: 'Open tickets whose customer wrote last and waits for a reply.',
  },
  tickets_unassigned: { name: 'Unassigned', what: 'Open tickets that no agent has.' },
  tickets_overdue: { name: 'Overdue', what: 'Open tickets with a running SLA target that has passed.' },
  tickets_solved: {
    name: 'Solved',
    what: 'Tickets that were solved in the period, each once, whatever happened to them afterwards. An undone solve is not counted.',
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

/** The same for the agent dashboard. */
const agentMetricWords = {
  contacts_handled: {
    name: 'Handled',
    what: 'Calls and live chats that ended in the period. One that was transferred counts for everyone who had it.',
  },
  contacts_active: { name: 'Active now', what: 'Calls and live chats that go on at this moment.' },
  contact_handle_mean_seconds: {
    name: 'Average handle time',
    what: 'Time with the customer, holds included, of calls and chats that ended in the period, plus wrap-up, divided by their number. Ringing and waiting do not count.',
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
  adherence_ratio: {
    name: 'Adherence',
    what: 'Share of the planned time up to now in which the agent followed the plan. Deviations are not working during a shift and working during a planned break, for longer than the tolerance; working beyond a shift is none. A night shift counts on the day it begins. Without a plan there is no figure.',
  },
};

/** The same for the reports. */
export const reportMetricWords = {
  concurrency: agentMetricWords.concurrency,
  occupancy_ratio: agentMetricWords.occupancy_ratio,
  adherence_ratio: agentMetricWords.adherence_ratio,
  conformance_ratio: {
    name: 'Conformance',
    what: 'Time worked (signed in, without breaks) from 3 h before to 3 h after planned shifts, as a share of the planned working time up to now. It can exceed 100 %. Without a plan there is no figure.',
  },
  reopen_ratio: ticketMetricWords.reopen_ratio,
  reopenings: ticketMetricWords.reopenings,
  solutions: ticketMetricWords.solutions,
  tickets_solved: ticketMetricWords.tickets_solved,
  messages_received: { name: 'Received', what: 'Messages from customers in the period.' },
  messages_sent: {
    name: 'Sent by agents',
    what: 'Messages that people wrote. Automatic replies are not among them.',
  },
  automatic_messages: { name: 'Automatic', what: 'Automatic replies and messages of automation rules.' },
  messages_failed: { name: 'Failed', what: 'Messages that could not be delivered.' },
  tickets: {
    name: 'Tickets',
    what: 'Tickets with at least one message in the period. Merged tickets count once.',
  },
  waits: {
    name: 'Waits',
    what: 'How often a customer wrote and a reply was due. Several messages in a row are one wait.',
  },
  waits_answered: { name: 'Answered', what: 'Waits that ended with a message from an agent, or a call.' },
  waits_closed: { name: 'Solved without reply', what: 'Waits that ended because the ticket was solved.' },
  waits_open: { name: 'Still waiting', what: 'Waits of the period that have no reply yet.' },
  first_reply_mean_seconds: {
    name: 'First reply, average',
    what: 'From the first message of the customer to the first message of an agent. Elapsed time, by the day the customer wrote.',
  },
  first_reply_median_seconds: {
    name: 'First reply, median',
    what: 'Half of the first replies took no longer than this.',
  },
  first_reply_p90_seconds: {
    name: 'First reply, 90%',
    what: 'Nine of ten first replies took no longer than this (nearest rank).',
  },
  next_reply_mean_seconds: {
    name: 'Next reply, average',
    what: 'From the oldest unanswered message of the customer to the next message of an agent, without first replies.',
  },
  next_reply_median_seconds: {
    name: 'Next reply, median',
    what: 'Half of the next replies took no longer than this.',
  },
  next_reply_p90_seconds: {
    name: 'Next reply, 90%',
    what: 'Nine of ten next replies took no longer than this (nearest rank).',
  },
  breaks: {
    name: 'Breaks',
    what: 'Breaks that began in the period. One that was resumed after a lost connection counts once.',
  },
  break_seconds: {
    name: 'Break time',
    what: 'Total length of the breaks that began in the period, including time after its end.',
  },
  mean_break_seconds: {
    name: 'Average break',
    what: 'Break time divided by the number of breaks.',
  },
  longest_break_seconds: { name: 'Longest break', what: 'The longest single break.' },
  paid_break_seconds: { name: 'Paid break time', what: 'Break time with reasons that are marked as paid.' },
  breaks_over_limit: {
    name: 'Over limit',
    what: 'Breaks that were longer than the limit of their reason.',
  },
  over_limit_seconds: {
    name: 'Time over limit',
    what: 'By how much those breaks were longer than their limits, together.',
  },
  signed_in_seconds: {
    name: 'Signed in',
    what: 'Time in any activity except Offline. All other columns of time add up to it.',
  },
  ready_seconds: { name: 'Ready', what: 'Time in the activity Ready.' },
  messages_only_seconds: { name: 'Messages only', what: 'Time in the activity Messages only.' },
  on_break_seconds: { name: 'On break', what: 'Break time inside the period, cut at its edges.' },
  ringing_seconds: { name: 'Ringing', what: 'Time in which a telephone call rang.' },
  in_call_seconds: { name: 'In phone calls', what: 'Time in telephone calls.' },
  in_room_call_seconds: { name: 'In web calls', what: 'Time in voice and video calls from the web.' },
  after_call_seconds: { name: 'Wrap-up', what: 'Time after calls, until Ready or the end of wrap-up.' },
  missed_call_seconds: {
    name: 'Missed call',
    what: 'Time after a missed call, until the agent was Ready again.',
  },
  paid_seconds: { name: 'Paid time', what: 'Signed-in time without unpaid breaks.' },
  closed_by_system: {
    name: 'Connection lost',
    what: 'How often the connection was lost; the activity then ends when the agent was last seen.',
  },
  corrected_seconds: { name: 'Corrected', what: 'Time that a supervisor corrected.' },
  calls_offered: {
    name: 'Offered',
    what: 'Incoming calls that came past the menu: into a queue, or to an agent’s phone. By the moment they got there.',
  },
  calls_answered: {
    name: 'Answered',
    what: 'Offered calls that an agent answered. They count for the agent who answered.',
  },
  calls_abandoned: {
    name: 'Abandoned',
    what: 'Offered calls whose caller hung up before an answer. Short abandons are not among them.',
  },
  calls_short_abandoned: {
    name: 'Short abandons',
    what: 'Callers who hung up within the limit for short abandons. They are not counted as abandoned.',
  },
  calls_left: {
    name: 'Message or call-back',
    what: 'Callers who left a message or asked for a call-back instead of waiting.',
  },
  calls_waiting: { name: 'Still waiting', what: 'Offered calls that wait at this moment.' },
  service_level_ratio: {
    name: 'Service level',
    what: 'Answered within the target ÷ (offered − short abandons − message or call-back). A caller who waits longer than the target is late already.',
  },
  abandonment_ratio: {
    name: 'Abandonment',
    what: 'Abandoned ÷ (offered − short abandons − message or call-back).',
  },
  answer_mean_seconds: {
    name: 'Speed of answer, average',
    what: 'From coming into the queue until an agent answered, of answered calls.',
  },
  answer_p90_seconds: {
    name: 'Speed of answer, 90%',
    what: 'Nine of ten answered calls waited no longer than this (nearest rank).',
  },
  longest_wait_seconds: {
    name: 'Longest wait',
    what: 'The longest wait of an offered call, answered or not.',
  },
  calls_in_menu: {
    name: 'Ended in menu',
    what: 'Incoming calls that ended before they came to a queue or a phone.',
  },
  calls_handled: {
    name: 'Handled',
    what: 'Calls in which the agent talked, by the moment all work for them was over. A transferred call counts once for each who talked, once in the total.',
  },
  talk_seconds: { name: 'Talk', what: 'Time in conversation without hold, cut at the edges of the row.' },
  hold_seconds: { name: 'Hold', what: 'Time in which the other side was on hold.' },
  wrap_up_seconds: {
    name: 'Wrap-up',
    what: 'After-call work, from the end of the call to the next activity.',
  },
  handle_seconds: {
    name: 'Handle time',
    what: 'Talk, hold and wrap-up together. Ringing and waiting are not part of it.',
  },
  handle_mean_seconds: {
    name: 'Handle time, average',
    what: 'All talk, hold and wrap-up of the calls that were over in the period, divided by their number.',
  },
  calls_transferred: { name: 'Transfers', what: 'How often an agent transferred a call.' },
  outbound_calls: { name: 'Calls out', what: 'Calls to customers whose number was called.' },
  outbound_answered: { name: 'Calls out, answered', what: 'Calls to customers who answered.' },
  rings: { name: 'Rings', what: 'How often a call was offered to an agent.' },
  rings_missed: { name: 'Missed', what: 'Rings that were not answered in time.' },
  rings_declined: { name: 'Declined', what: 'Rings that an agent declined.' },
  ratings: { name: 'Ratings', what: 'Ratings that customers gave in the period.' },
  rating_mean: {
    name: 'Rating, average',
    what: 'Mean of the ratings from 1 to 5, by the day they were given.',
  },
  ratings_asked: {
    name: 'Asked',
    what: 'Answered calls from the web that ended in the period: their customers could rate them.',
  },
  rating_answered_ratio: {
    name: 'Response rate',
    what: 'How many of those calls were rated, whenever that was.',
  },
  csat_ratio: { name: 'CSAT', what: 'Ratings of 4 and 5 ÷ all ratings, by the day they were given.' },
  ratings_of_1: { name: 'Rated 1', what: 'Ratings of 1 out of 5.' },
  ratings_of_2: { name: 'Rated 2', what: 'Ratings of 2 out of 5.' },
  ratings_of_3: { name: 'Rated 3', what: 'Ratings of 3 out of 5.' },
  ratings_of_4: { name: 'Rated 4', what: 'Ratings of 4 out of 5.' },
  ratings_of_5: { name: 'Rated 5', what: 'Ratings of 5 out of 5.' },
  conversations_handled: {
    name: 'Handled',
    what: 'Calls and live chats that were over in the period. One that was transferred counts once for each agent who had it, and once in the total.',
  },
  answered_from_queue: {
    name: 'Answered from the queue',
    what: 'Calls and chats that an agent took first, by the moment they came into the queue.',
  },
  transfers_out: {
    name: 'Transfers out',
    what: 'Calls and chats that ended in the period and were transferred to someone else, also through the queue.',
  },
  transfers_in: { name: 'Transfers in', what: 'Taken over from a colleague.' },
  occupied_seconds: {
    name: 'Occupied',
    what: 'Time with calls, wrap-up or live chats, once however many at a time.',
  },
  first_resolution_mean_seconds: {
    name: 'First resolution, average',
    what: 'From the beginning of a ticket to its first solve.',
  },
  full_resolution_mean_seconds: {
    name: 'Full resolution, average',
    what: 'From the beginning of a ticket to its last solve, if it is still solved.',
  },
  open_time_mean_seconds: {
    name: 'Time open, average',
    what: 'The same without the time in which the ticket was solved or pending.',
  },
  first_contact_ratio: {
    name: 'First contact resolution',
    what: 'Share of the tickets solved more than 7 days ago that took one conversation, were not reopened, and whose customer opened no other ticket of the category within 7 days.',
  },
  one_touch_ratio: {
    name: 'One-touch',
    what: 'Share of the solved tickets that had at most one message from an agent before.',
  },
  utilisation_ratio: { name: 'Utilisation', what: 'Occupied ÷ signed in, breaks included.' },
  campaign_recipients: {
    name: 'Recipients',
    what: 'All recipients of a campaign, each once per campaign, by when their message was due.',
  },
  campaign_sent: { name: 'Sent', what: 'Messages that the provider took.' },
  campaign_delivered: { name: 'Delivered', what: 'Messages of which the provider says that they arrived.' },
  campaign_delivered_ratio: { name: 'Delivered, share', what: 'Delivered ÷ sent.' },
  campaign_read: { name: 'Read', what: 'Messages that were read, as far as the channel says so.' },
  campaign_read_ratio: { name: 'Read, share', what: 'Read ÷ delivered.' },
  campaign_replied: {
    name: 'Replied',
    what: 'Recipients who wrote back on the same account within the campaign’s time for replies.',
  },
  campaign_replied_ratio: { name: 'Replied, share', what: 'Replied ÷ delivered.' },
  campaign_failed: { name: 'Failed', what: 'Messages that the provider refused or could not deliver.' },
  campaign_unsubscribed: { name: 'Unsubscribed', what: 'Recipients who unsubscribed by the message.' },
  bot_conversations: {
    name: 'Conversations',
    what: 'Conversations that the chatbot answered in, by their beginning.',
  },
  bot_answers: { name: 'Answers', what: 'Messages that the chatbot sent.' },
  bot_first_answer_mean_seconds: {
    name: 'First reply, average',
    what: 'From the customer’s first message to the chatbot’s first reply. Automatic replies are none.',
  },
  bot_solved: {
    name: 'Solved by the chatbot',
    what: 'Conversations that ended solved, and in which no agent wrote.',
  },
  bot_solved_ratio: { name: 'Solved, share', what: 'Solved by the chatbot ÷ conversations.' },
  bot_handed_over: { name: 'Handed over', what: 'Conversations that the chatbot gave to agents.' },
  bot_handed_over_ratio: { name: 'Handed over, share', what: 'Handed over ÷ conversations.' },
  bot_left: { name: 'Left', what: 'Conversations that the customer left unsolved before an agent had them.' },
  way_to_person_mean_seconds: {
    name: 'Way to an agent, average',
    what: 'From the customer’s first message to an agent’s first message, the time with the chatbot included.',
  },
  way_to_person_p90_seconds: {
    name: 'Way to an agent, 90%',
    what: 'Nine of ten customers who got to an agent got there within this time (nearest rank).',
  },
};

/** By metric code: a metric has the same name and definition wherever it is shown. */
export const metricWords = { ...agentMetricWords, ...ticketMetricWords, ...reportMetricWords };

export { reportWords } from './report-en.ts';
