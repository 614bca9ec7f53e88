/** Sentences for events between tickets: merge, split, link. */
const events = {
  merged: '{{name}} menggabungkan tiket {{number}} ke tiket ini',
  merged_into: '{{name}} menggabungkan tiket ini ke {{number}}',
  unmerged: '{{name}} memisahkan tiket ini dari {{number}}',
  split_one: '{{name}} memecah {{count}} pesan menjadi tiket {{number}}',
  split_other: '{{name}} memecah {{count}} pesan menjadi tiket {{number}}',
  split_from: '{{name}} memecah tiket ini dari {{number}}',
  linked_related: '{{name}} menautkan tiket {{number}}',
  linked_parent: '{{name}} menautkan {{number}} sebagai induk',
  linked_child: '{{name}} menautkan {{number}} sebagai subtiket',
  unlinked: '{{name}} melepas tautan ke {{number}}',
  macro: '{{name}} menjalankan makro “{{macro}}”',
  automation: 'Otomatisasi: {{macro}}',
  macro_undone: '{{name}} mengurungkan makro “{{macro}}”',
  followed: '{{name}} mengikuti tiket ini',
  unfollowed: '{{name}} berhenti mengikuti tiket ini',
};

export default events;
