/** Sentences for events between tickets: merge, split, link. */
const events = {
  merged: '{{name}} merged ticket {{number}} into this one',
  merged_into: '{{name}} merged this ticket into {{number}}',
  unmerged: '{{name}} unmerged this ticket from {{number}}',
  split_one: '{{name}} split {{count}} message into ticket {{number}}',
  split_other: '{{name}} split {{count}} messages into ticket {{number}}',
  split_from: '{{name}} split this ticket from {{number}}',
  linked_related: '{{name}} linked ticket {{number}}',
  linked_parent: '{{name}} linked {{number}} as parent',
  linked_child: '{{name}} linked {{number}} as subticket',
  unlinked: '{{name}} unlinked {{number}}',
  macro: '{{name}} ran macro “{{macro}}”',
  automation: 'Automation: {{macro}}',
  macro_undone: '{{name}} undid macro “{{macro}}”',
  followed: '{{name}} follows this ticket',
  unfollowed: '{{name}} stopped following this ticket',
};

export default events;
