/** The words of the fields that an organisation adds. */
const fields = {
  edit: 'Edit',
  title: 'Before it is solved',
  hint: 'These have to be filled in first.',
  submit: 'Solve',
  cancel: 'Not yet',
};

export default fields;
