export default {
  title: 'Forward e-mail',
  text: 'Text of the e-mail',
  placeholder: 'Write something above the forwarded e-mail…',
  quoted: 'Forwarded below: {{name}}, {{time}}',
  files: 'Attachments to forward',
  nobody: 'Enter at least one recipient.',
  overfull: 'Up to {{max}} files go with one e-mail.',
  cancel: 'Cancel',
  send: 'Forward',
  forwarded: 'Forwarded to {{names}}',
  isForward: 'Forwarded e-mail',
};
