export default {
  instead: 'Write an e-mail instead',
  keys: 'New e-mail',
};
