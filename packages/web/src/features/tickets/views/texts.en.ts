/** Texts of the sidebar of views. */
const texts = {
  fold: 'Hide views',
  unfold: 'Show views',
  unsent: 'Not finished',
};

export default texts;
