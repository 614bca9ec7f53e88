export default {
  fault: {
    token_refused: 'The provider does not accept the access token: it has ended, or was taken back.',
    login_refused:
      'The operator refuses the system ID or the password. Check both, and ask whether the address of your server is let in.',
    private_host:
      'This host is inside a private network. Whoever runs the server can open it with SMPP_PRIVATE_HOSTS.',
    not_permitted: 'The access token may not do this. Give its user the permission for messages.',
    account_locked: 'The provider has locked or restricted the account. Its own pages tell why.',
    account_unknown: 'The provider does not know this account. Check its ID.',
    window_closed: 'More than 24 hours since the customer wrote: the provider takes no free answer any more.',
    recipient_unknown: 'Nobody can be reached at this number.',
    recipient_refuses: 'The customer does not want messages from us.',
    too_many: 'Too many at once for the provider. It goes on by itself.',
    media_refused: 'The provider does not take this file: its kind or its size.',
    file_too_large: 'It is larger than 100 MB, which is the most that is taken.',
    file_elsewhere: 'Its address leads to where nothing is fetched from, such as a private network.',
    file_gone: 'The provider does not give it out, or no longer.',
    template_refused: 'The provider does not take this template.',
    unreachable: 'The provider can’t be reached. It is tried again by itself.',
    unanswered:
      'The provider has not said whether it took this message. Unless it reports that it did, it is sent again: in rare cases the customer gets it twice.',
    provider_failed: 'The provider has a problem of its own. It is tried again by itself.',
    switched_off: 'The account is switched off.',
    other: 'It did not work.',
  },
  why: 'Its server did not answer: {{said}}',
  said: 'The provider said: {{said}}',
  'template-state': {
    approved: 'Approved',
    pending: 'Being looked at',
    rejected: 'Refused',
    paused: 'Paused',
    disabled: 'Switched off',
    other: 'Not to be used',
  },
  'template-reason': {
    ABUSIVE_CONTENT: 'WhatsApp finds it threatening, insulting or misleading. Write it in other words.',
    INVALID_FORMAT:
      'WhatsApp finds a mistake in its form: often a variable without words around it, or spelling.',
    PROMOTIONAL: 'WhatsApp finds that it advertises. Submit it as marketing, or leave that part out.',
    TAG_CONTENT_MISMATCH: 'The words are not in the language, or not of the category, that was chosen.',
    INCORRECT_CATEGORY: 'WhatsApp finds that it belongs to another category. Submit it under that one.',
    SCAM: 'WhatsApp takes it for a fraud. Say who you are and what it is about.',
  },
};
