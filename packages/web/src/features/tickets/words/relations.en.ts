/** What happened to a ticket among the others. */
const events = {
  merged: '{{name}} merged ticket {{number}} into this one',
  merged_into: '{{name}} merged this ticket into {{number}}',
  unmerged: '{{name}} parted this ticket from {{number}}',
  split_one: '{{name}} made ticket {{number}} of one message',
  split_other: '{{name}} made ticket {{number}} of {{count}} messages',
  split_from: '{{name}} split this ticket off {{number}}',
  linked_related: '{{name}} linked ticket {{number}}',
  linked_parent: '{{name}} made ticket {{number}} the parent',
  linked_child: '{{name}} added {{number}} as a subticket',
  unlinked: '{{name}} took the link to {{number}} away',
  macro: '{{name}} ran the macro “{{macro}}”',
  automation: 'Automation: {{macro}}',
  macro_undone: '{{name}} took the macro “{{macro}}” back',
  followed: '{{name}} follows this ticket',
  unfollowed: '{{name}} no longer follows this ticket',
};

export default events;
