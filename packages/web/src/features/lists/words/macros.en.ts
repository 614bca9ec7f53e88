const texts = {
  list: {
    title: 'Macros',
    new: 'New macro',
    hint: 'Several steps on a ticket that agents do in one go, with M.',
  },
  field: {
    reply: 'Reply',
    sends_at_once: 'Send the reply at once',
    note: 'Internal note',
    status: 'Status',
    assignee: 'Assignee',
    move_to_id: 'Move to department',
    priority_id: 'Priority',
    tags_added: 'Add tags',
    tags_removed: 'Remove tags',
  },
  hint: {
    department_id: 'Offered for tickets of this department only.',
    sends_at_once: 'Otherwise it waits in the reply box for the agent to look at.',
    tags_added: 'Separated by commas.',
    tags_removed: 'Separated by commas.',
  },
  choice: {
    open: 'Open',
    pending: 'Pending',
    on_hold: 'On hold',
    solved: 'Solved',
    me: 'Whoever runs it',
    none: 'Nobody',
  },
};

export default texts;
