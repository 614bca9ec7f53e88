const texts = {
  choose: 'Choose…',
  none: 'None',
  'not-found': 'Nothing found.',
  problem: {
    too_long: 'This is too long.',
    no_option: 'This can’t be chosen any more.',
    not_here: 'This field is not for tickets of this type.',
    off: 'This field is no longer in use.',
    required: 'Fill this in.',
  },
  /** How an answer is written, for one that can't be taken. */
  wanted: {
    line: 'Write it as text.',
    text: 'Write it as text.',
    number: 'Write it as 1,234.5.',
    date: 'Give a whole date: day, month and a year of four digits.',
    date_time: 'Give a whole date and a time.',
    choice: 'Choose one of the list.',
    choices: 'Choose from the list.',
    check: 'Tick it or leave it.',
    link: 'Write it as https://example.com.',
  },
};

export default texts;
