/** Of a mail that the mail server found forged. */
export default {
  title: 'Not proven that this came from {{address}}.',
  elsewhere: 'Not proven that this came from {{address}}; answers go to {{answered}}.',
  hint: 'Anybody can write this name on a mail, and the mail server found no proof. Ask by another way before you act on it.',
};
