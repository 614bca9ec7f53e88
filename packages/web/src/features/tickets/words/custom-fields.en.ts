/** The words of the fields that an organisation adds. */
const fields = {
  edit: 'Edit',
  refused: '“{{name}}” was not saved: it can’t be empty here, or this can’t be its answer.',
  title: 'Before it is solved',
  hint: 'These have to be filled in first.',
  submit: 'Solve',
  cancel: 'Not yet',
};

export default fields;
