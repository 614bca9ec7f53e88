export default {
  label: 'Write an e-mail',
};
