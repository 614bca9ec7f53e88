import automation from './automation.en.ts';

/** Texts of macros; automation rules share their steps. */
const texts = {
  list: {
    title: 'Macros',
    new: 'New macro',
    hint: 'Several actions on a ticket in one step. Agents run macros with M.',
  },
  field: {
    ...automation.field,
    reply: 'Reply',
    sends_at_once: 'Send reply immediately',
    note: 'Internal note',
    status: 'Ticket status',
    assignee: 'Assignee',
    assign_to_id: 'Assign to',
    move_to_id: 'Transfer to department',
    priority_id: 'Priority',
    tags_added: 'Add tags',
    tags_removed: 'Remove tags',
  },
  hint: {
    department_id: 'Only for tickets of this department.',
    note: 'People mentioned with @ are notified each time the macro runs.',
    assign_to_id: 'Someone of the ticket’s department. Leave “Assignee” empty.',
    sends_at_once: 'Otherwise the reply waits in the reply box for the agent to review.',
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
    me: 'Agent who runs it',
    none: 'Unassigned',
  },
};

export default texts;
