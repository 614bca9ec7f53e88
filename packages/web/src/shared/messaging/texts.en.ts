export default {
  fault: {
    token_refused: 'The provider doesn’t accept the access token: it is wrong, has expired or was revoked.',
    login_refused:
      'The operator rejects system ID or password. Check both, and ask whether your server’s address is allowed.',
    private_host:
      'This host is in a private network. Your server operator can allow it in SMPP_PRIVATE_HOSTS.',
    not_permitted: 'The access token lacks the permission for messages.',
    account_locked:
      'The provider has locked or restricted this account. See the provider’s website for details.',
    account_unknown: 'The provider doesn’t know this account. Check the ID.',
    window_closed: 'The customer wrote more than 24 hours ago: only templates can be sent.',
    recipient_unknown: 'This number can’t receive messages.',
    recipient_refuses: 'The customer has opted out of messages.',
    too_many: 'The provider’s sending limit is reached. Retrying.',
    media_refused: 'The provider doesn’t accept this file’s type or size.',
    file_too_large: 'The file is larger than 100 MB.',
    file_elsewhere: 'The file’s address is not allowed, for example a private network.',
    file_gone: 'The file is no longer available from the provider.',
    template_refused: 'The provider rejects this template.',
    unreachable: 'The provider can’t be reached. Retrying.',
    unanswered:
      'The provider hasn’t confirmed this message. Unless it does, the message is sent again; in rare cases the customer gets it twice.',
    provider_failed: 'The provider has a problem. Retrying.',
    switched_off: 'This account is inactive.',
    other: 'Something went wrong.',
  },
  why: 'The server’s answer: {{said}}',
  said: 'The provider’s answer: {{said}}',
  'template-state': {
    approved: 'Approved',
    pending: 'In review',
    rejected: 'Rejected',
    paused: 'Paused',
    disabled: 'Disabled',
    other: 'Not available',
  },
  'template-reason': {
    ABUSIVE_CONTENT: 'WhatsApp considers it threatening, insulting or misleading. Rephrase it.',
    INVALID_FORMAT: 'Invalid format: often a variable without text around it, or a spelling error.',
    PROMOTIONAL: 'WhatsApp considers it promotional. Submit it as marketing, or remove that part.',
    TAG_CONTENT_MISMATCH: 'The text doesn’t match the selected language or category.',
    INCORRECT_CATEGORY: 'WhatsApp suggests another category. Submit it under that one.',
    SCAM: 'WhatsApp suspects fraud. Say who you are and what the message is about.',
  },
};
