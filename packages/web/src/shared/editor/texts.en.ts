/** The toolbar of texts with bold, lists and links. */
const texts = {
  looks: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  list: 'List',
  numbers: 'Numbered list',
  quote: 'Quote',
  code: 'Code',
  link: 'Link',
  'link-to': 'Link URL',
  'link-save': 'Add link',
  undo: 'Undo',
  redo: 'Redo',
};

export default texts;
