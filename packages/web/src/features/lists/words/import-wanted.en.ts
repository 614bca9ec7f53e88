/** What a cell of an import file should contain, shown for values that are not valid. */
const texts = {
  line: 'Up to {{max}} characters on one line.',
  key: 'Up to {{max}} letters, digits and _ without spaces. Field keys start with a letter.',
  text: 'Up to {{max}} characters.',
  number: 'A whole number from {{min}} to {{max}}, or empty.',
  check: 'yes or no.',
  date: 'A date such as 2026-11-22.',
  zone: 'A time zone such as Asia/Jakarta.',
  week: 'Office hours such as Mo-Fr 09:00-17:00.',
  day: 'Hours such as 09:00-13:00, or empty for closed.',
  choice: 'One of: {{choices}}.',
  options: 'One option per line, without duplicates.',
  conditions: 'Conditions as in an export, without “me”.',
  other: 'This list doesn’t accept the value.',
};

export default texts;
