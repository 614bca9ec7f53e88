export default {
  label: 'Choices for the customer',
  placeholder: 'Type one and press Enter',
  buttons:
    'Up to {{buttons}} are buttons of up to {{buttonLength}} characters; up to {{most}} are a list, with up to {{length}} each.',
  alike: 'Up to {{most}}, with up to {{length}} characters each.',
  lines: 'Up to {{most}} numbered lines below the text, with up to {{length}} characters each.',
  too_many: 'At most {{most}} choices fit.',
  too_long: '“{{choice}}” has {{length}} characters. With so many choices at most {{most}} fit.',
  twice: '“{{choice}}” is there already.',
  noText: 'Write the question above them: choices stand below a text.',
};
