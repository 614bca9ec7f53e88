const texts = {
  near: '{{length}} of {{max}} characters',
  over_one: 'Not inserted: it is 1 character too long. At most {{max}} fit here.',
  over_other: 'Not inserted: it is {{count}} characters too long. At most {{max}} fit here.',
};

export default texts;
