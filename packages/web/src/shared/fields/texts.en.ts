const texts = {
  choose: 'Choose…',
  none: 'None',
  'not-found': 'Nothing found.',
  problem: {
    invalid: 'This can’t be taken.',
    too_long: 'This is too long.',
    no_option: 'This can’t be chosen any more.',
    not_here: 'This field is not for tickets of this type.',
    off: 'This field is no longer in use.',
    required: 'Fill this in.',
  },
};

export default texts;
