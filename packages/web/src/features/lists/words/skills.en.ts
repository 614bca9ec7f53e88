import proficiency from '#shared/words/proficiency.en.ts';

const texts = {
  list: {
    title: 'Skills',
    new: 'New skill',
    hint: 'What some people know and others do not. Who knows it is under People.',
  },
  field: {
    least: 'Asked first who knows it',
    account_ids: 'Asked for by',
    overflow_id: 'Helped by',
    overflow_seconds: 'Helped after',
    wrap_up_seconds: 'Wrap-up after a call',
    caller_number: 'Number shown',
  },
  hint: {
    skills: {
      language: 'Customers of this language ask for it.',
      least: 'Those who know it less are asked the longer somebody waits, and in the end everybody.',
      account_ids: 'Whoever writes or calls on these channels asks for it.',
    },
    departments: {
      overflow_id: 'Its people are asked as well, once somebody has waited that long.',
      overflow_seconds: 'In seconds.',
      wrap_up_seconds: 'In seconds; then its agent is Ready again. 0: when they say so themselves.',
      caller_number: 'Which number people see whom this department calls. Empty: as the gateway does.',
    },
  },
  choice: proficiency,
};

export default texts;
