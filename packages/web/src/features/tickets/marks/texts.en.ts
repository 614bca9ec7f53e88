const texts = {
  draft: 'Draft',
  draftHint: 'You have a draft on this ticket',
  unsent: 'Not sent',
  unsentHint: 'A message was not sent, or not to all recipients',
  held: 'On this device',
  heldHint: 'Your message has not been sent yet and is only on this device',
  sendsAt: 'Scheduled for {{time}}',
  snoozed: 'Snoozed until {{time}}',
  returned: 'Back from snooze',
};

export default texts;
