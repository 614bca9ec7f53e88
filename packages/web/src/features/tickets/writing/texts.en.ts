/** Words of a mail to somebody who has not written. */
const texts = {
  title: 'New e-mail',
  from: 'From',
  subject: 'Subject',
  text: 'Text',
  answers: 'What every ticket needs',
  placeholder: 'Write the mail. / opens templates.',
  signature: 'The mailbox’s signature is added below.',
  send: 'Send',
  again: 'Send again',
  anew: 'Send as a new mail',
  discard: 'Discard',
  discarded: 'The draft is gone',
  undo: 'Undo',
  close: 'Back to the desk',
  showSent: 'Show what was sent',
  sent: 'Sent as ticket {{number}}',
  need: {
    to: 'Name somebody to write to.',
    wrong: 'What is red is not an e-mail address.',
    subject: 'Give it a subject.',
    html: 'Write something, or attach a file.',
  },
  failed: {
    offline: 'The server can’t be reached. The mail is kept here; send it again.',
    mailbox: 'This mailbox is switched off, or it is not yours. Choose another one.',
    files: 'An attached file has expired. Take it out and attach it again.',
    own: 'One of the addresses is a mailbox of this workspace. Nobody would get the mail there.',
    forbidden: 'Nobody has this address yet, and your level may not add customers.',
    fields: 'Fields that every ticket needs are not filled in.',
    sent: 'This mail went out before, as you had written it then. What has changed since was not sent.',
    other: 'It could not be sent. It is kept here; send it again.',
  },
  none: {
    title: 'No mailbox to write from',
    hint: 'You write from mailboxes of the departments whose tickets you see, and none of them is switched on.',
    settings: 'Open the mailboxes',
  },
  mayNot: {
    title: 'Your level doesn’t open this',
    hint: 'Writing to somebody new makes a ticket, which your level may not.',
  },
};

export default texts;
