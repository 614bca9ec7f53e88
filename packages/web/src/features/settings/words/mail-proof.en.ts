export default {
  id: 'Mail server that checks senders',
  hint: 'The name at the beginning of “Authentication-Results” in mails that arrive. What it finds forged is marked and joins no ticket. Empty: nothing is checked.',
  bad: 'One name, without spaces.',
};
