export default {
  id: 'Mail server that checks senders',
  hint: 'The server name in the “Authentication-Results” header. Forged senders are marked and never added to an existing ticket. Leave empty to turn off the check.',
  bad: 'Enter one name without spaces.',
};
