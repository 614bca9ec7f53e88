/** Texts of automation rules: testing them, and their activity log. */
const texts = {
  conditions: {
    none: 'All tickets',
    edit: 'Edit',
    'edit-of': '{{name}}: edit',
    apply: 'Apply',
  },
  try: {
    title: 'Test on past tickets',
    days: 'Tickets from',
    day_one: 'Last {{count}} day',
    day_other: 'Last {{count}} days',
    run: 'Test rule',
    hint: 'Shows which tickets would match now and what the rule would do. Nothing is changed.',
    'not-ready': 'Complete the rule first.',
    old: 'The rule has changed. Test it again.',
    matched: '{{matched}} of {{looked}} tickets match.',
    newest: 'Only the newest tickets were checked.',
    failed: 'The test failed. Try again in a moment, or with fewer days.',
  },
  runs: {
    title: 'Activity log',
    empty: 'No activity yet',
    'empty-hint': 'What each rule did or skipped, and why. Kept for 90 days.',
    more: 'Show older',
    hidden: 'A ticket you have no access to',
  },
  outcome: {
    nothing: 'No change: already done or not possible.',
    stopped: 'Stopped: ran 20 times within an hour on this ticket, probably a loop.',
    failed: 'Failed after several attempts.',
  },
  change: '{{field}}: {{from}} → {{to}}',
  did: {
    replied: 'Replied to the customer',
    noted: 'Internal note added',
    queued: 'Assigned to an available agent',
    told: 'Notification sent',
    followed: 'Follower added',
  },
  'left-out': 'Skipped: {{step}}. {{reason}}',
  reason: {
    gone: 'No longer in use.',
    person_gone: 'This person no longer handles tickets.',
    person_elsewhere: 'This person is not in the ticket’s department.',
    cannot_see: 'This person has no access to the ticket.',
    nobody: 'The ticket has no assignee.',
    too_many_tags: 'The ticket would have too many tags.',
    no_conversation: 'There is no conversation to reply to.',
    refused: 'The customer has opted out of messages.',
    automatic: 'The last message was automatic.',
    too_often: 'The customer reached the hourly limit of automatic replies.',
    cannot_send: 'Can’t be sent on this channel now, or a variable has no value.',
  },
  gone: 'Uses items that no longer exist: {{steps}}',
};

export default texts;
