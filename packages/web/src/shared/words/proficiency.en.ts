/** How well somebody knows something. */
const words = { 1: 'A little', 2: 'Somewhat', 3: 'Well', 4: 'Very well', 5: 'Perfectly' };

export default words;
