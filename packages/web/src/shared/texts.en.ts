const texts = {
  'try-again': 'Try again',
  close: 'Close',
  back: 'Back',
  overlays: 'Menus and dialogs',
  loading: 'Loading',
  yes: 'Yes',
  no: 'No',
  resize: 'Width of {{pane}}',
  'save-state': { saved: 'Saved', unsaved: 'Not saved yet', saving: 'Saving…', failed: 'Not saved' },
  answer: 'Answer the call',
  status: { open: 'Open', pending: 'Pending', on_hold: 'On hold', solved: 'Solved', closed: 'Closed' },
  media: {
    '1': 'Voice call',
    '2': 'E-mail',
    '3': 'SMS',
    '4': 'WhatsApp',
    '5': 'Facebook Messenger',
    '6': 'Live chat',
    '13': 'Instagram',
    '16': 'Video call',
    '17': 'Video call',
    '18': 'Voice call',
    '19': 'Web form',
  },
  failed: {
    offline: {
      title: 'The server can’t be reached',
      hint: 'Check your network, then try again.',
    },
    forbidden: {
      title: 'Your level doesn’t open this',
      hint: 'Ask an administrator if you need it for your work.',
    },
    missing: { title: 'There’s nothing here', hint: 'It may have been removed, or it is not yours to see.' },
    failed: { title: 'This didn’t load', hint: 'Something went wrong on our side. It has been recorded.' },
  },
};

export default texts;
