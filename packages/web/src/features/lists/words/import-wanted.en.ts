/** What should have stood in a cell of a file that could not be taken. */
const texts = {
  line: 'At most {{max}} characters on one line.',
  key: 'At most {{max}} letters, digits and _ without spaces; of a field’s key the first is a letter.',
  text: 'At most {{max}} characters.',
  number: 'A whole number from {{min}} to {{max}}, or nothing.',
  check: 'yes or no.',
  date: 'A day as 2026-11-22.',
  zone: 'The name of a time zone, as Asia/Jakarta.',
  week: 'Office hours as Mo-Fr 09:00-17:00.',
  day: 'Hours as 09:00-13:00, or nothing for closed.',
  choice: 'One of: {{choices}}.',
  options: 'One choice on each line, none twice.',
  conditions: 'Conditions as an export writes them, without “me”.',
  other: 'The list does not take this.',
};

export default texts;
