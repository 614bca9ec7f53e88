/** Texts of the page for a new e-mail. */
const texts = {
  title: 'New e-mail',
  from: 'From',
  subject: 'Subject',
  text: 'Text',
  answers: 'Required fields',
  placeholder: 'Write your e-mail. Type / for templates.',
  signature: 'The mailbox’s signature is added automatically.',
  send: 'Send',
  again: 'Send again',
  anew: 'Send as new e-mail',
  discard: 'Discard',
  discarded: 'Draft discarded',
  undo: 'Undo',
  close: 'Back to tickets',
  showSent: 'Show sent e-mail',
  sent: 'Sent as ticket {{number}}',
  scheduled: 'Scheduled on ticket {{number}}',
  need: {
    to: 'Enter at least one recipient.',
    subject: 'Subject is required.',
    html: 'Write a message or attach a file.',
  },
  failed: {
    offline: 'The server can’t be reached. Your e-mail is kept here; send it again.',
    mailbox: 'This mailbox is inactive, or you have no access to it. Choose another one.',
    files: 'An attached file has expired. Remove it and attach it again.',
    own: 'One of the recipients is a mailbox of this workspace.',
    forbidden: 'This address belongs to no customer yet, and your role doesn’t allow adding customers.',
    fields: 'Some required fields are empty.',
    sent: 'This e-mail was already sent. Later changes were not sent.',
    other: 'Couldn’t send. Your e-mail is kept here; send it again.',
  },
  none: {
    title: 'No mailbox to send from',
    hint: 'None of your departments has an active mailbox.',
    settings: 'Open mailbox settings',
  },
  mayNot: {
    title: 'Your role has no access to this page',
    hint: 'A new e-mail creates a ticket, which your role doesn’t allow.',
  },
};

export default texts;
