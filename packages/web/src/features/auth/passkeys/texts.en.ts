const texts = {
  title: 'Passkeys',
  hint: 'Sign in with your device instead of a password and a code.',
  none: 'No passkeys yet.',
  add: 'Add passkey',
  name: 'Name',
  'name-hint': 'So that you recognise the device.',
  'name-default': 'This device',
  password: 'Current password',
  'show-password': 'Show or hide password',
  cancel: 'Cancel',
  added: 'Passkey added',
  remove: 'Remove',
  'remove-label': 'Remove {{name}}',
  removed: '“{{name}}” removed',
  'created-at': 'Added {{when}}',
  'used-at': 'Last used {{when}}',
  'never-used': 'Never used',
  unusable:
    'Made for {{address}}. This workspace is now at {{here}}, where browsers don’t offer it. Add a new one.',
  'unusable-nowhere': 'Made for {{address}}, where browsers offer it only.',
  unavailable: {
    numeric:
      'No passkeys here: this workspace’s address is a number. Passkeys need a name, such as desk.example.com.',
    insecure: 'No passkeys here: this workspace’s address doesn’t use https.',
  },
  elsewhere: 'Open this workspace at {{here}} to add a passkey.',
  unsupported: 'This browser doesn’t support passkeys.',
  'sign-in': 'Sign in with a passkey',
  failed: {
    wrong_passkey: 'This passkey isn’t known here. Sign in with your password.',
    sign_in_expired: 'That took too long. Try again.',
    cancelled: 'No passkey was used. Try again, or sign in with your password.',
    'not-made': 'No passkey was added. Try again.',
    duplicate: 'This device already has a passkey for you.',
    wrong_credentials: 'Wrong password.',
    provider_required: 'Your role signs in with single sign-on.',
  },
};

export default texts;
