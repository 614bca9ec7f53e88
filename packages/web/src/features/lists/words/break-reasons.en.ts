const texts = {
  list: {
    title: 'Break reasons',
    new: 'New break reason',
    hint: 'What agents choose from when they take a break.',
  },
  field: { is_paid: 'Paid', limit_minutes: 'Limit' },
  hint: {
    is_paid: 'Counts as working time in reports.',
    limit_minutes: 'In minutes. Longer breaks are marked. Leave empty for no limit.',
    department_id: 'Only for people in this department.',
  },
};

export default texts;
