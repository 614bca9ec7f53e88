/** Texts of e-mails that the mail server found forged. */
export default {
  title: 'Unverified sender: {{address}}',
  elsewhere: 'Unverified sender: {{address}}. Replies go to {{answered}}.',
  hint: 'The mail server found no proof of the sender. Confirm in another way before you act on this e-mail.',
};
