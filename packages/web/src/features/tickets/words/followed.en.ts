/** Words of what one follows, as a filter of the list. */
const texts = { followed: { label: 'Following' } };

export default texts;
