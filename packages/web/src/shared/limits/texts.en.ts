const texts = {
  near: '{{length}} of {{max}} characters',
  over_one: 'Not inserted: {{count}} character too long. Maximum: {{max}}.',
  over_other: 'Not inserted: {{count}} characters too long. Maximum: {{max}}.',
};

export default texts;
