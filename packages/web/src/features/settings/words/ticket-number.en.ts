const texts = {
  title: 'Ticket number',
  hint: 'Applies to new tickets. Existing tickets keep their numbers, and both are found.',
  prefix: 'Prefix',
  'prefix-hint': 'Optional, for example SUP.',
  'prefix-bad': 'Use up to six letters A to Z and digits, starting with a letter.',
  date: 'Date',
  dates: { none: 'No date', year: 'Year', month: 'Year and month', day: 'Year, month and day' },
  digits: 'Minimum digits',
  'digits-hint': 'Shorter numbers start with zeros. The count never starts again.',
  example: 'Example: {{number}}',
};

export default texts;
