/** Texts of custom fields. */
const fields = {
  edit: 'Edit',
  refused: '“{{name}}” was not saved: it is required or not valid.',
  title: 'Required to solve',
  hint: 'Fill in these fields to solve the ticket.',
  submit: 'Solve',
  cancel: 'Cancel',
};

export default fields;
