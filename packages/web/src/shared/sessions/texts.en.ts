const texts = {
  action: 'Sign out everywhere',
  'ask-own':
    'Ends your sessions on all other devices. Browsers you have used before count as new ones at the next sign-in.',
  'ask-other':
    'Ends all sessions of {{name}} at once. Browsers they have used before count as new ones at the next sign-in.',
  'api-keys-own': 'Also end my API keys',
  'api-keys-other': 'Also end their API keys',
  'api-keys-hint': 'Systems that use one can no longer reach the desk and need a new one.',
  cancel: 'Cancel',
  'done-own': 'Signed out everywhere else',
  'done-other': '{{name}} was signed out everywhere',
  failed: 'Not signed out. Try again in a moment.',
};

export default texts;
