/** Texts of the list's conditions, views, columns and bulk updates. */
const texts = {
  where: {
    apply: 'Show tickets',
    none: 'No filter. Add a condition to narrow down the view.',
    keys: 'Filter list',
    me: 'Me',
    names: {
      status: 'Status',
      department_id: 'Department',
      assignee_id: 'Assignee',
      priority_id: 'Priority',
      type_id: 'Type',
      category_id: 'Category',
      subcategory_id: 'Subcategory',
      caller_type_id: 'Caller type',
      media_id: 'Channel',
      tags: 'Tags',
      customer_id: 'Customer',
      subject: 'Subject',
      number: 'Number',
      created_at: 'Created',
      last_message_at: 'Last message',
      waiting_since: 'Waiting since',
      solved_at: 'Solved',
      sla_due_at: 'Next SLA target',
      is_unsent: 'Not sent',
      snoozed_until: 'Snoozed until',
      unread: 'Unread messages',
    },
  },
};

export default texts;
