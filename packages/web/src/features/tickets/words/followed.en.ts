/** Texts of the filter for followed tickets. */
const texts = { followed: { label: 'Following' } };

export default texts;
