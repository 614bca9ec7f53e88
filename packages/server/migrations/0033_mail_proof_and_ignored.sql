-- Whose mail it is, as the company's own mail server found out; and what was not taken in, to be looked at.
alter table mailboxes add column authserv_id text not null default '';
comment on column mailboxes.authserv_id is
  'The name under which the company''s mail server notes whether a sender is genuine (RFC 8601); empty: nobody judges.';

alter table mails
  add column sender_name text not null default '',
  add column subject text not null default '',
  add column is_unproven boolean not null default false;
comment on column mails.subject is 'Of ignored mails, as is the sender''s name: what the list of them shows.';

comment on column mails.is_unproven is 'As of mail_messages: whoever writes in a customer''s name must not use up what they may send.';
alter table mails
  drop constraint mails_state_check,
  add constraint mails_state_check check (state in ('received', 'done', 'ignored', 'failed', 'gone'));
comment on column mails.state is
  'received: waits, or is tried again at next_try_at; ignored and failed say why in reason; gone: ignored long ago, its bytes are removed, and it is known by its fingerprint alone.';
create index mails_ignored on mails (mailbox_id, id desc) where state = 'ignored';
create index mails_ignored_since on mails (stored_at) where state = 'ignored';

alter table mail_messages add column is_unproven boolean not null default false;
comment on column mail_messages.is_unproven is
  'The mail server found that it does not come from whom it names: it speaks for nobody but itself.';
