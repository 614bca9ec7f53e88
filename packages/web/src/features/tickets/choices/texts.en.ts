export default {
  label: 'Options for the customer',
  placeholder: 'Type an option and press Enter',
  buttons:
    'Up to {{buttons}} options of {{buttonLength}} characters become buttons; up to {{most}} of {{length}} characters become a list.',
  alike: 'Up to {{most}} options of {{length}} characters.',
  lines: 'Up to {{most}} options of {{length}} characters, added as numbered lines.',
  too_many: 'Up to {{most}} options.',
  too_long: '“{{choice}}” has {{length}} characters. With this many options, the maximum is {{most}}.',
  twice: '“{{choice}}” already exists.',
  noText: 'Enter the question above the options.',
};
