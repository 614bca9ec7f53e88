const texts = {
  action: 'Sign out everywhere',
  'ask-own': 'Ends your sessions on all other devices. Known browsers count as new at the next sign-in.',
  'ask-other': 'Ends all sessions of {{name}}. Known browsers count as new at the next sign-in.',
  'api-keys-own': 'Also revoke my API keys',
  'api-keys-other': 'Also revoke their API keys',
  'api-keys-hint': 'Systems that use a revoked key lose access until they get a new one.',
  cancel: 'Cancel',
  'done-own': 'Signed out on all other devices',
  'done-other': '{{name}} was signed out everywhere',
  failed: 'Couldn’t sign out. Try again in a moment.',
  not_grantable: 'This user’s role allows more than your own. Ask someone who has these permissions.',
};

export default texts;
