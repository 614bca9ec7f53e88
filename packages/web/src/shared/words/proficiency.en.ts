/** Names of the levels of a skill. */
const words = { 1: 'Basic (1/5)', 2: 'Fair (2/5)', 3: 'Good (3/5)', 4: 'Very good (4/5)', 5: 'Fluent (5/5)' };

export default words;
