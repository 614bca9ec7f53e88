const texts = {
  tickets_one: '{{shown}} ticket (kept in reports, content deleted)',
  tickets_other: '{{shown}} tickets (kept in reports, content deleted)',
  messages_one: '{{shown}} message',
  messages_other: '{{shown}} messages',
  files_one: '{{shown}} file',
  files_other: '{{shown}} files',
  mails_one: '{{shown}} e-mail',
  mails_other: '{{shown}} e-mails',
  calls_one: '{{shown}} call (kept in reports, content deleted)',
  calls_other: '{{shown}} calls (kept in reports, content deleted)',
  recordings_one: '{{shown}} recording',
  recordings_other: '{{shown}} recordings',
  drafts_one: '{{shown}} draft',
  drafts_other: '{{shown}} drafts',
  identities_one: '{{shown}} address or number',
  identities_other: '{{shown}} addresses and numbers',
  copies_one: '{{shown}} copy',
  copies_other: '{{shown}} copies',
  nothing: 'Nothing besides the profile.',
};

export default texts;
