export default {
  instead: 'Write e-mail instead',
  keys: 'New e-mail',
};
