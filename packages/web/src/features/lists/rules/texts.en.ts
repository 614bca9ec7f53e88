/** Words of the rules of the automation: trying them, and what they did. */
const texts = {
  conditions: {
    none: 'Every ticket.',
    edit: 'Choose',
    'edit-of': '{{name}}: choose',
    apply: 'Take these',
  },
  try: {
    title: 'Try it on past tickets',
    days: 'Tickets of',
    day_one: 'The last {{count}} day',
    day_other: 'The last {{count}} days',
    run: 'Try it',
    hint: 'Nothing is changed: it says which tickets the rule would fit as they are now, and what it would do.',
    'not-ready': 'First fill in the rule.',
    old: 'The rule is another one now. Try it again.',
    matched: 'It fits {{matched}} of {{looked}} tickets.',
    newest: 'Only the newest were looked at.',
    failed: 'That didn’t work. Try again in a moment, or with fewer days.',
  },
  runs: {
    title: 'What the rules did',
    empty: 'Nothing yet',
    'empty-hint': 'What a rule does, and what it leaves out and why, stands here for 90 days.',
    more: 'Earlier ones',
    hidden: 'A ticket that you may not see',
  },
  outcome: {
    nothing: 'All of it was so already, or could not be done.',
    stopped: 'Stopped: it ran 20 times within an hour on this ticket, and seems to go round in a circle.',
    failed: 'It failed, and was given up after several tries.',
  },
  change: '{{field}}: {{from}} → {{to}}',
  did: {
    replied: 'Answer to the customer',
    noted: 'Internal note',
    queued: 'Given to whoever is available',
    told: 'Somebody is told',
    followed: 'Somebody follows it',
  },
  'left-out': 'Left out: {{step}}. {{reason}}',
  reason: {
    gone: 'It is no longer in use.',
    person_gone: 'This person no longer works with tickets.',
    person_elsewhere: 'This person is not of the department of the ticket.',
    cannot_see: 'This person may not see the ticket.',
    nobody: 'Nobody has the ticket.',
    too_many_tags: 'The ticket would have too many tags.',
    no_conversation: 'There is no conversation to answer on.',
    refused: 'The customer wants no more messages.',
    automatic: 'The last message came from a machine.',
    too_often: 'This customer had enough automatic answers within the hour.',
    cannot_send: 'It can’t be sent on this channel now, or a variable stays open.',
  },
  gone: 'It names what is no longer in use: {{steps}}',
};

export default texts;
