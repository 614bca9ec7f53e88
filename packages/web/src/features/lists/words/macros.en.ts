import automation from './automation.en.ts';

/** Rules of the automation share its steps. */
const texts = {
  list: {
    title: 'Macros',
    new: 'New macro',
    hint: 'Several steps on a ticket that agents do in one go, with M.',
  },
  field: {
    ...automation.field,
    reply: 'Reply',
    sends_at_once: 'Send the reply at once',
    note: 'Internal note',
    status: 'Status',
    assignee: 'Assignee',
    assign_to_id: 'Assign to',
    move_to_id: 'Move to department',
    priority_id: 'Priority',
    tags_added: 'Add tags',
    tags_removed: 'Remove tags',
  },
  hint: {
    department_id: 'Offered for tickets of this department only.',
    note: 'Whom it mentions with @ is told each time the macro runs.',
    assign_to_id: 'Somebody of the department in which the ticket then is. “Assignee” stays open for it.',
    sends_at_once: 'Otherwise it waits in the reply box for the agent to look at.',
    tags_added: 'Separated by commas.',
    tags_removed: 'Separated by commas.',
  },
  mention: { add: 'Mention a colleague' },
  choice: {
    ...automation.choice,
    open: 'Open',
    pending: 'Pending',
    on_hold: 'On hold',
    solved: 'Solved',
    me: 'Whoever runs it',
    none: 'Nobody',
  },
};

export default texts;
