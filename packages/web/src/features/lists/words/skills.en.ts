import proficiency from '#shared/words/proficiency.en.ts';

const texts = {
  list: {
    title: 'Skills',
    new: 'New skill',
    hint: 'Used to route conversations to the right agents. Assign skills to agents under Users.',
  },
  field: {
    least: 'Minimum level',
    account_ids: 'Required on channels',
    overflow_id: 'Overflow to',
    overflow_seconds: 'Overflow after',
    wrap_up_seconds: 'Wrap-up after a call',
    caller_number: 'Number shown',
  },
  hint: {
    skills: {
      language: 'Required for customers who speak this language.',
      least: 'The longer a customer waits, the lower the required level.',
      account_ids: 'Conversations on these channels require this skill.',
    },
    departments: {
      overflow_id: 'Conversations that wait too long are also offered to this department.',
      overflow_seconds: 'Seconds of waiting.',
      wrap_up_seconds: 'In seconds. 0: until the agent ends it.',
      caller_number: 'Caller ID of this department’s outgoing calls. If empty, the gateway’s own.',
    },
  },
  choice: proficiency,
};

export default texts;
