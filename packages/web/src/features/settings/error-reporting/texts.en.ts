const texts = {
  title: 'Error reporting',
  hint: 'Reports server errors to a collector of your own that is compatible with Sentry. Reports contain the error and where it happened in the code, without names, addresses, numbers or message texts.',
  dsn: 'DSN',
  'dsn-hint': 'Leave empty to report nothing.',
  bad: 'Enter a DSN such as https://public_key@sentry.example.com/42.',
  save: 'Save address',
  'turn-off': 'Turn off reporting',
  saved: 'Saved',
  stale: 'Someone else has changed this. You see the latest version now.',
  failed: 'Something went wrong. Try again in a moment.',
  test: {
    send: 'Send test report',
    ok: 'The collector accepted the test report.',
    forbidden:
      'This address is inside a private network. Add it to ERROR_PRIVATE_HOSTS in the server’s environment.',
    refused: 'The collector refused the report. Check the DSN.',
    unreachable: 'The collector did not answer.',
  },
};

export default texts;
