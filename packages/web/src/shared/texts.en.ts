const texts = {
  'try-again': 'Try again',
  close: 'Close',
  banner: { hide: 'Hide this notice', more: 'Show all of this notice' },
  back: 'Back',
  overlays: 'Menus and dialogs',
  loading: 'Loading',
  yes: 'Yes',
  no: 'No',
  resize: 'Width of {{pane}}',
  'save-state': { saved: 'Saved', unsaved: 'Unsaved changes', saving: 'Saving…', failed: 'Couldn’t save' },
  answer: 'Answer the call',
  status: { open: 'Open', pending: 'Pending', on_hold: 'On hold', solved: 'Solved', closed: 'Closed' },
  media: {
    '1': 'Telephone call',
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
  identity: {
    email: 'E-mail',
    phone: 'Phone',
    whatsapp: 'WhatsApp',
    facebook: 'Facebook',
    instagram: 'Instagram',
    visitor: 'Website visitor',
  },
  failed: {
    offline: {
      title: 'The server can’t be reached',
      hint: 'Check your network, then try again.',
    },
    forbidden: {
      title: 'Your role has no access to this page',
      hint: 'Ask an administrator for access.',
    },
    missing: { title: 'Page not found', hint: 'It may have been deleted, or you have no access to it.' },
    failed: { title: 'Couldn’t load this', hint: 'Something went wrong on our side and has been logged.' },
  },
};

export default texts;
