const texts = {
  choose: 'Choose…',
  none: 'None',
  'not-found': 'No results.',
  problem: {
    too_long: 'Too long.',
    no_option: 'This option is no longer available.',
    not_here: 'This field is not used for this ticket type.',
    off: 'This field is no longer in use.',
    required: 'This field is required.',
  },
  /** What to enter, shown when an answer is not valid. */
  wanted: {
    line: 'Enter text.',
    text: 'Enter text.',
    number: 'Use a number such as 1,234.5.',
    date: 'Enter a full date with a four-digit year.',
    date_time: 'Enter a full date and a time.',
    choice: 'Choose an option from the list.',
    choices: 'Choose options from the list.',
    check: 'Tick or clear the checkbox.',
    link: 'Use a link such as https://example.com.',
  },
};

export default texts;
