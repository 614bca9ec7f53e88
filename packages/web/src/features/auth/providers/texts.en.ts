const texts = {
  or: 'or',
  'sign-in-with': 'Sign in with {{name}}',
  'link-title': 'Sign-in link',
  'link-hint': 'This link signs you in once.',
  'link-submit': 'Sign in',
  'link-back': 'Sign in another way',
  title: 'Linked sign-in',
  hint: 'Accounts elsewhere that you sign in with.',
  linked: 'Linked on {{when}}',
  'not-linked': 'Not linked',
  link: 'Link',
  'link-label': 'Link {{name}}',
  unlink: 'Unlink',
  'unlink-label': 'Unlink {{name}}',
  unlinked: '“{{name}}” unlinked',
  failed: {
    only_way: 'You have no other way to sign in.',
    last_administrator:
      'At least one user who has all permissions of an administrator must be able to sign in.',
    provider_unreachable: 'The sign-in provider doesn’t answer. Try again in a moment.',
    sign_in_expired: 'This link has expired or was already used.',
  },
  refused: {
    expired: 'That took too long, or was already finished. Sign in again.',
    denied: 'The provider didn’t sign you in.',
    unreachable: 'The sign-in provider doesn’t answer. Try again in a moment.',
    nonce: 'The provider’s answer belongs to another sign-in. Sign in again.',
    old_token:
      'The provider’s answer is too old. Sign in again; if it happens again, its clock may be wrong.',
    audience: 'The provider’s answer is meant for another application. Tell an administrator.',
    issuer: 'The answer comes from another provider. Tell an administrator.',
    invalid: 'The provider’s answer isn’t valid. Tell an administrator if it happens again.',
    unverified:
      'The provider hasn’t verified your e-mail address. Sign in with your password, or tell an administrator.',
    unknown:
      'No user here belongs to this account. Ask an administrator to add you, or link it in your profile.',
    domain: 'Accounts are not created for addresses of this domain. Ask an administrator to add you.',
    inactive: 'Your account here is deactivated.',
    taken: 'Your user here is already linked to another account of this provider.',
  },
};

export default texts;
