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
    template_refused: 'The provider does not take this template.',
    unreachable: 'The provider can’t be reached. It is tried again by itself.',
    provider_failed: 'The provider has a problem of its own. It is tried again by itself.',
    switched_off: 'The account is switched off.',
    other: 'It did not work.',
  },
  why: 'Its server did not answer: {{said}}',
  said: 'The provider said: {{said}}',
};
